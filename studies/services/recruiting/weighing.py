"""What is asked, refused and doubted before payments are planned."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from studies.errors import InvalidError
from studies.models import PaymentRecord, RecruitingAccount
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.owing import find_owed
from studies.services.recruiting.accounts import lock_account, spending_of
from studies.services.recruiting.confirming import rehearsal, require_confirmation
from studies.services.recruiting.ledger import Due, plan_all

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
    mind: str = "",
) -> None:
    """Raise unless the sum was typed; what cannot be paid is refused before that.

    Whoever is asked for it is told what to ``mind``, and doubts of the ledger's own.
    """
    for due in dues:
        _refuse_baseless_part(due)
    with rehearsal():
        plan_all(account.pk, dues, who=who, now=now)
        after = spending_of(lock_account(account.pk))
    doubts = (mind, _find_paid_by_hand(dues), _find_doubt(dues) or _weigh_parts(dues))
    total = sum(due.cost for due in dues)
    minded = " ".join(filter(None, doubts))
    require_confirmation(account, total, confirmed, after=after, mind=minded)


def _find_paid_by_hand(dues: Sequence[Due]) -> str:
    """Whether somebody whose claim is about to be paid was paid by hand."""
    sessions = [
        due.session
        for due in dues
        if due.session and due.purpose != PaymentPurpose.BONUS
    ]
    claims = find_owed(sessions[0].study) if sessions else {}
    paid = [each for each in sessions if each.pk in claims and claims[each.pk].by_hand]
    if not paid:
        return ""
    whom = f"{len(paid)} of them were" if len(dues) > 1 else "this participant was"
    return f"Mind: {whom} paid by hand."


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
        paid = PaymentRecord.objects.filter(same, purpose=other)
        if n_paid := paid.exclude(state=PaymentState.REFUSED).count():
            if mine == PaymentPurpose.PARTIAL and _is_the_rest(dues):
                continue
            whom = f"{n_paid} of them" if len(dues) > 1 else "this participant"
            return f"Mind: {whom} got {_SAID[other]} already."
    return ""


def _refuse_baseless_part(due: Due) -> None:
    """A part is of what somebody is owed: it needs both of them."""
    if due.purpose != PaymentPurpose.PARTIAL:
        return
    if due.session is None:
        raise InvalidError(
            "Nobody who took part here is known by this submission, so there is no "
            "claim to pay a part of. If you want to pay its person, make it a bonus: "
            "the list of payments then says that it went to nobody who is known here."
        )
    claim = find_owed(due.session.study).get(due.session.pk)
    if claim is not None and claim.due == 0:
        raise InvalidError(
            "They are owed nothing, and there is no part of nothing. If you want to "
            "pay them, make it a bonus."
        )


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
            return f"Mind: they are owed {claim.words}."
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


def tell_doubts(doubts: Sequence[str]) -> str:
    """What to mind before approving; of each submission its doubt, or nothing."""
    found = Counter(filter(None, doubts))
    if len(doubts) == 1:
        return "".join(f"Mind: {words}." for words in found)
    return " ".join(f"Mind: {n} of them: {words}." for words, n in found.items())


def was_paid_just_now(payments: Iterable[PaymentRecord], *, now: datetime) -> bool:
    """Whether the reward was paid a moment ago: somebody clicked twice."""
    return any(
        payment.is_paid
        and payment.purpose == PaymentPurpose.APPROVAL
        and payment.settled_at is not None
        and payment.settled_at > now - MOMENT
        for payment in payments
    )
