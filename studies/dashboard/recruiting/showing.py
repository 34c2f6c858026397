"""What the pages say of HITs, payments and budgets, in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from studies.models import Hit, PaymentRecord, RecruitingAccount, TeachingSession
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.models.session import Phase
from studies.recruitment import RECRUITERS
from studies.services.owing import Owed, add_up, find_owed
from studies.services.recruiting.accounts import spending_of
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.offers import Layout
from studies.services.recruiting.weighing import is_owed_a_part

_SHOWN = 200


def tell_payment(payment: PaymentRecord, *, since: datetime) -> str:
    """What came of a payment that was asked for at ``since``."""
    amount = f"{say_amount(payment.amount)} {payment.account.currency}"
    if payment.settled_at is None:
        return f"{amount} on the way: it takes some minutes."
    if payment.settled_at < since:
        return f"{amount} was paid already. Nothing was paid again."
    return f"{amount} paid."


def tell_before(n_before: int) -> str:
    """What is said of submissions that were approved before."""
    were = "1 was" if n_before == 1 else f"{n_before} were"
    return f"{were} approved and paid already. Nothing was paid again."


def tell_offered(hits: Sequence[Hit], *, since: datetime) -> str:
    """What came of an offer that was made at ``since``: a form may be sent again."""
    named = "1 HIT" if len(hits) == 1 else f"{len(hits)} HITs"
    if all(hit.created_at < since for hit in hits):
        return f"{named} offered already by this form. Nothing was offered again."
    return f"{named} offered."


def usual_bonus(
    session: TeachingSession | None, owed: Owed | None
) -> dict[str, object]:
    """What more is mostly paid for: a part to whoever ended without finishing, or the
    rest to whoever got less than is due."""
    is_part = session and session.has_ended and session.phase != Phase.COMPLETED
    is_rest = owed is not None and owed.has_whole and not owed.coming
    if not (is_part or is_rest) or not is_owed_a_part(owed):
        return {"purpose": PaymentPurpose.BONUS}
    left = owed.left if owed else None
    amount = int(left * 100) if left else None
    return {"purpose": PaymentPurpose.PARTIAL, "amount": amount}


def unpaid_purposes(
    payments: Iterable[PaymentRecord], owed: Owed | None
) -> list[PaymentPurpose]:
    """What may still be paid beside the reward: each once, a part to who is owed."""
    known = {p.purpose for p in payments if p.state != PaymentState.REFUSED}
    possible = [PaymentPurpose.BONUS]
    possible += [PaymentPurpose.PARTIAL] if is_owed_a_part(owed) else []
    return [purpose for purpose in possible if purpose not in known]


@dataclass(frozen=True)
class HitLine:
    key: int
    hit_id: str
    title: str
    layout: str
    reward: str
    n_assignments: int
    n_owed: int
    state: str
    expires_at: datetime


@dataclass(frozen=True)
class PaymentLine:
    purpose: str
    amount: str
    fee: str
    state: str
    said: str
    participant: str
    at: datetime
    who: str
    is_of_nobody: bool


def list_hits(hits: Iterable[Hit], *, now: datetime) -> list[HitLine]:
    return [
        HitLine(
            key=hit.pk,
            hit_id=hit.hit_id,
            title=hit.offer["title"],
            layout=Layout(hit.offer["layout"]).words,
            reward=say_amount(hit.reward),
            n_assignments=hit.n_assignments,
            n_owed=hit.n_owed,
            state=_state(hit, now=now),
            expires_at=hit.expires_at,
        )
        for hit in hits
    ]


def _state(hit: Hit, *, now: datetime) -> str:
    if not hit.hit_id:
        return "not sent yet"
    return "offered" if hit.expires_at > now else "ended"


def list_payments(account: RecruitingAccount) -> list[PaymentLine]:
    """The latest first, without whom, but for their pseudonym."""
    payments = account.payments.select_related("session__participant")
    return [
        PaymentLine(
            purpose=payment.get_purpose_display(),
            amount=say_amount(payment.amount),
            fee=say_amount(payment.fee),
            state=payment.get_state_display(),
            said=payment.said,
            participant=payment.session.participant.pseudonym
            if payment.session
            else "",
            at=payment.settled_at or payment.planned_at,
            who=payment.who,
            is_of_nobody=payment.session is None and bool(payment.assignment),
        )
        for payment in payments.order_by("-planned_at", "-pk")[:_SHOWN]
    ]


def tell_spending(account: RecruitingAccount) -> dict[str, object]:
    spending = spending_of(account)
    claims = [
        each
        for each in find_owed(account.study).values()
        if each.recruiter == account.recruiter
    ]
    names = ("budget", "paid", "planned", "offered")
    return {
        **{name: say_amount(getattr(spending, name)) for name in names},
        "left": say_amount(max(spending.left, 0)),
        "over": say_amount(-spending.left) if spending.left < 0 else "",
        "currency": account.currency,
        "recruiter": RECRUITERS[account.recruiter].title,
        "is_owed": any(each.left for each in claims),
        "owed": ", ".join(
            f"{each.left:.2f} {each.currency}" for each in add_up(claims)
        ),
        "n_without_amount": sum(each.left is None for each in claims),
    }
