"""What is asked, refused and doubted before payments are planned."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from studies.errors import InvalidError
from studies.models import PaymentRecord, RecruitingAccount
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.owing import Owed, find_owed
from studies.services.recruiting.accounts import lock_account, spending_of
from studies.services.recruiting.confirming import rehearsal, require_confirmation
from studies.services.recruiting.ledger import Due, plan_all, refuse_second

DID_NOT_FINISH = "they did not finish, and approving pays the whole reward"
# Whoever asks for the same within it clicked twice.
MOMENT = timedelta(minutes=1)
# Who gets the one should not get the other.
_EITHER = (
    (PaymentPurpose.APPROVAL, PaymentPurpose.PARTIAL),
    (PaymentPurpose.PARTIAL, PaymentPurpose.APPROVAL),
)
_SAID = {PaymentPurpose.APPROVAL: "the whole reward", PaymentPurpose.PARTIAL: "a part"}


def confirm_payments(
    *,
    account: RecruitingAccount,
    dues: Sequence[Due],
    confirmed: str,
    who: str,
    now: datetime,
    mind: Sequence[str] = (),
) -> None:
    """Raise unless the sum was typed; what cannot be paid is refused before that.

    Whoever is asked for it is told what to ``mind``, and doubts of the ledger's own.
    """
    for due in dues:
        refuse_second(account, due)
        _refuse_baseless_part(account, due)
    with rehearsal():
        plan_all(account.pk, dues, who=who, now=now)
        after = spending_of(lock_account(account.pk))
    doubts = (_find_paid_by_hand(dues), _find_doubt(dues) or _weigh_parts(dues))
    total = sum(due.cost for due in dues)
    minded = (*mind, *filter(None, doubts))
    require_confirmation(account, total, confirmed, after=after, mind=minded)


def _find_paid_by_hand(dues: Sequence[Due]) -> str:
    """Whether somebody whose claim is about to be paid was paid by hand."""
    own = [due for due in dues if due.session and due.purpose != PaymentPurpose.BONUS]
    claims = find_owed(own[0].session.study) if own and own[0].session else {}
    paid = [
        due.assignment
        for due in own
        if due.session and due.session.pk in claims and claims[due.session.pk].by_hand
    ]
    if not paid:
        return ""
    one = "this participant was paid by hand"
    return f"{', '.join(paid)}: paid by hand" if len(dues) > 1 else one


def _find_doubt(dues: Sequence[Due]) -> str:
    """Whether the whole is about to be paid beside a part, or a part beside it."""
    for mine, other in _EITHER:
        same = Q()
        for due in dues:
            if due.purpose == mine:
                same |= Q(session=due.session) if due.session else Q()
                same |= Q(assignment=due.assignment) if due.assignment else Q()
        if not same:
            continue
        rows = PaymentRecord.objects.filter(same, purpose=other)
        paid = list(rows.exclude(state=PaymentState.REFUSED).order_by("pk"))
        if paid:
            if mine == PaymentPurpose.PARTIAL and _is_the_rest(dues):
                continue
            names = f"{', '.join(each.assignment for each in paid)}:"
            whom = names if len(dues) > 1 else "this participant"
            return f"{whom} got {_SAID[other]} already"
    return ""


def _refuse_baseless_part(account: RecruitingAccount, due: Due) -> None:
    """A part is of what somebody is owed: it needs both of them."""
    if due.purpose != PaymentPurpose.PARTIAL or _is_in_ledger(account, due):
        return
    if due.session is None:
        raise InvalidError(
            "Nobody who took part here is known by this submission, so there is no "
            "claim to pay a part of. If you want to pay its person, make it a bonus: "
            "the list of payments then says that it went to nobody who is known here. "
            "If it is somebody who had their answers deleted, pay them on the "
            "recruiter’s own page, and mark their code as paid by hand in Payments."
        )
    claim = find_owed(due.session.study).get(due.session.pk)
    if not is_owed_a_part(claim):
        raise InvalidError(
            f"{_say_nothing_owed(claim)}, and there is no part of nothing. If you want "
            "to pay them, make it a bonus."
        )


def is_owed_a_part(claim: Owed | None) -> bool:
    """Whether somebody has a claim of which something is left."""
    return claim is not None and claim.left != 0


def _say_nothing_owed(claim: Owed | None) -> str:
    if claim is None:
        return "They are owed nothing, since they have no code"
    is_done = claim.is_second or claim.paid or claim.is_settled
    return "They are owed nothing more" if is_done else "They are owed nothing"


def _is_in_ledger(account: RecruitingAccount, due: Due) -> bool:
    """Whether it was asked for before: a second click is told what came of it."""
    known = PaymentRecord.objects.filter(
        account=account, assignment=due.assignment, purpose=due.purpose
    )
    return bool(due.assignment) and known.exclude(state=PaymentState.REFUSED).exists()


def _weigh_parts(dues: Sequence[Due]) -> str:
    """Refuse a part that leaves some of it unpaid for good; doubt one that is more."""
    for due in dues:
        if due.purpose != PaymentPurpose.PARTIAL or due.session is None:
            continue
        claim = find_owed(due.session.study).get(due.session.pk)
        if claim is None or claim.is_whole or not claim.left:
            continue
        if due.amount < claim.left * 100:
            raise InvalidError(
                f"They are owed {claim.words}. A part is paid once, so pay all of it."
            )
        if due.amount > claim.left * 100:
            return f"they are owed {claim.words}"
    return ""


def _is_the_rest(dues: Sequence[Due]) -> bool:
    """Whether everybody is owed as much as they are to get."""
    sessions = [due.session for due in dues if due.session]
    claims = find_owed(sessions[0].study) if len(sessions) == len(dues) else {}
    owed = [claims.get(session.pk) for session in sessions]
    return bool(owed) and all(
        claim is not None and (claim.left or 0) * 100 >= due.amount
        for claim, due in zip(owed, dues, strict=True)
    )


def tell_doubts(doubts: Mapping[str, str]) -> list[str]:
    """What to mind before approving; by submission its doubt, or nothing."""
    found: dict[str, list[str]] = {}
    for name, words in doubts.items():
        if words:
            found.setdefault(words, []).append(name)
    if len(doubts) == 1:
        return list(found)
    return [f"{', '.join(names)}: {words}" for words, names in found.items()]


def was_paid_just_now(payments: Iterable[PaymentRecord], *, now: datetime) -> bool:
    """Whether the reward was paid a moment ago: somebody clicked twice."""
    return any(
        payment.is_paid
        and payment.purpose == PaymentPurpose.APPROVAL
        and payment.settled_at is not None
        and payment.settled_at > now - MOMENT
        for payment in payments
    )
