"""The ledger: each payment is a row of ours before the recruiter hears of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from studies.errors import InvalidError
from studies.models import Hit, PaymentRecord, RecruitingAccount, TeachingSession
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.models.team import Action
from studies.services.identities import cut_off
from studies.services.paid import write_token
from studies.services.recruiting.accounts import (
    lock_account,
    require_within_budget,
    spending_of,
)
from studies.services.recruiting.money import say_amount
from studies.services.team.audit import record_action

# Longer than any call and its retries: whoever sent it before is dead by then.
LEASE = timedelta(minutes=10)
_LONGEST_REASON = 300
_NAMED = {
    PaymentPurpose.APPROVAL: "the reward",
    PaymentPurpose.BONUS: "a bonus",
    PaymentPurpose.PARTIAL: "a part",
}


@dataclass(frozen=True)
class Due:
    """What somebody is to be paid, and for what; ``assignment`` is how they submitted.

    Whoever has no session is known by their assignment alone.
    """

    purpose: PaymentPurpose
    amount: int
    fee: int
    assignment: str
    session: TeachingSession | None = None
    hit: Hit | None = None

    @property
    def cost(self) -> int:
        return self.amount + self.fee

    @property
    def takes_place(self) -> bool:
        """Whether the budget keeps money for it already: for a place of its HIT."""
        return self.hit is not None and self.purpose == PaymentPurpose.APPROVAL


def payment_token(account: RecruitingAccount, due: Due) -> str:
    """The same for the same payment, whenever and however often it is tried.

    A submission is approved once; anything else is paid once to a participant.
    """
    kind, person = "assignment", due.assignment
    if due.session is not None and due.purpose != PaymentPurpose.APPROVAL:
        kind, person = "participant", due.session.participant.pseudonym
    return write_token(account, kind=kind, person=person, purpose=due.purpose)


def plan_payments(
    *, account_id: int, dues: Sequence[Due], who: str, now: datetime
) -> list[PaymentRecord]:
    """The rows of payments, committed, all or none of them.

    There is one row for each, however often it is asked for. A payment that was refused
    is planned anew, perhaps with another amount.
    """
    # Durable: whoever calls a recruiter afterwards must find the rows after a crash.
    with transaction.atomic(durable=True):
        return plan_all(account_id, dues, who=who, now=now)


def plan_all(
    account_id: int, dues: Sequence[Due], *, who: str, now: datetime
) -> list[PaymentRecord]:
    """The rows, in the transaction of whoever asks; none if the budget forbids."""
    account = lock_account(account_id)
    before = spending_of(account)
    planned = [_plan(account, due, who=who, now=now) for due in dues]
    require_within_budget(account, before=before)
    return planned


def _plan(
    account: RecruitingAccount, due: Due, *, who: str, now: datetime
) -> PaymentRecord:
    token = payment_token(account, due)
    known = _find(account, due, token)
    if known is not None and known.state != PaymentState.REFUSED:
        return _require_same(known, due)
    if due.hit is not None and due.takes_place:
        offered = Hit.objects.filter(pk=due.hit.pk, n_owed__gt=0)
        offered.update(n_owed=F("n_owed") - 1)
    return _write(known, account, due, token, who=who, now=now)


def claim_payment(payment: PaymentRecord, *, now: datetime) -> bool:
    """Take the payment upon oneself, committed: of many at once, one may send it."""
    is_free = Q(state=PaymentState.PLANNED) | Q(
        state=PaymentState.SENDING, sent_at__lt=now - LEASE
    )
    with transaction.atomic(durable=True):
        rows = PaymentRecord.objects.filter(is_free, pk=payment.pk)
        return rows.update(state=PaymentState.SENDING, sent_at=now) == 1


@transaction.atomic
def settle_payment(payment: PaymentRecord, *, now: datetime) -> PaymentRecord:
    """Note that it was paid, once, in the study's log too."""
    unsettled = PaymentRecord.objects.exclude(state=PaymentState.PAID)
    rows = unsettled.filter(pk=payment.pk)
    if rows.update(state=PaymentState.PAID, settled_at=now, said=""):
        _record(payment, now=now)
        _forget_if_erased(payment)
    payment.refresh_from_db()
    return payment


@transaction.atomic
def note_payment(*, account_id: int, due: Due, who: str, now: datetime) -> None:
    """Note what the recruiter paid by itself, once; what we know of stays as it is."""
    account = lock_account(account_id)
    token = payment_token(account, due)
    known = PaymentRecord.objects.filter(account=account)
    ours = known.filter(assignment=due.assignment, purpose=due.purpose)
    if ours.exists() or known.filter(token=token).exists():
        return
    # Of two submissions of one person only the first is told to be theirs.
    own = PaymentRecord.objects.filter(session=due.session, purpose=due.purpose)
    is_first = due.session is not None and not own.exists()
    PaymentRecord.objects.create(
        account=account,
        hit=due.hit,
        session=due.session if is_first else None,
        assignment=due.assignment,
        purpose=due.purpose,
        amount=due.amount,
        fee=due.fee,
        token=token,
        state=PaymentState.PAID,
        planned_at=now,
        settled_at=now,
        who=who,
    )


@transaction.atomic
def refuse_payment(payment: PaymentRecord, *, said: str, now: datetime) -> None:
    """Note that the recruiter did not pay; the budget has its money back."""
    sending = PaymentRecord.objects.filter(pk=payment.pk, state=PaymentState.SENDING)
    refused = sending.update(
        state=PaymentState.REFUSED, settled_at=now, said=said[:_LONGEST_REASON]
    )
    took_place = payment.purpose == PaymentPurpose.APPROVAL
    if refused and took_place and payment.hit_id is not None:
        Hit.objects.filter(pk=payment.hit_id).update(n_owed=F("n_owed") + 1)


def _find(account: RecruitingAccount, due: Due, token: str) -> PaymentRecord | None:
    """A payment for the same, also if it is known by something else by now."""
    same = Q(token=token)
    if due.assignment:
        same |= Q(account=account, assignment=due.assignment, purpose=due.purpose)
    if due.session is not None:
        same |= Q(session=due.session, purpose=due.purpose)
    return PaymentRecord.objects.filter(same).order_by("pk").first()


def _require_same(known: PaymentRecord, due: Due) -> PaymentRecord:
    is_other = known.assignment not in ("", due.assignment)
    if is_other or known.amount != due.amount:
        raise InvalidError(_say_second(known))
    return known


def _say_second(known: PaymentRecord) -> str:
    name = _NAMED[PaymentPurpose(known.purpose)]
    return (
        f"This participant has a payment of this kind: {name} of "
        f"{say_amount(known.amount)}, {known.get_state_display()}. There is one for "
        "each."
    )


def refuse_second(account: RecruitingAccount, due: Due) -> None:
    """Raise if it was paid to somebody who was erased since, whose page forgot it."""
    rows = PaymentRecord.objects.filter(token=payment_token(account, due))
    known = rows.filter(assignment="", state=PaymentState.PAID).first()
    if known is not None:
        raise InvalidError(_say_second(known))


def _write(
    known: PaymentRecord | None,
    account: RecruitingAccount,
    due: Due,
    token: str,
    *,
    who: str,
    now: datetime,
) -> PaymentRecord:
    payment = known or PaymentRecord(account=account)
    payment.token, payment.hit = token, due.hit
    payment.session = due.session
    payment.assignment = due.assignment
    payment.purpose = due.purpose
    payment.amount, payment.fee = due.amount, due.fee
    payment.state, payment.said, payment.reference = PaymentState.PLANNED, "", ""
    payment.planned_at, payment.settled_at = now, None
    payment.who = who
    payment.save()
    return payment


def _record(payment: PaymentRecord, *, now: datetime) -> None:
    session = payment.session
    named = {"participant": session.participant.pseudonym} if session else {}
    record_action(
        payment.account.study,
        Action.PAID,
        who=payment.who,
        now=now,
        purpose=payment.purpose,
        amount=f"{say_amount(payment.amount)} {payment.account.currency}",
        **named,
    )


def _forget_if_erased(payment: PaymentRecord) -> None:
    """Who was erased before being paid is not known by their assignment after it."""
    if payment.session is not None and payment.session.erased_at is not None:
        cut_off(payment.session, PaymentRecord.objects.filter(pk=payment.pk))
