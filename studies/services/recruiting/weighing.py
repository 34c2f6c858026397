"""What is asked, refused and doubted before payments are planned."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from studies.errors import InvalidError
from studies.models import PaymentRecord, RecruitingAccount
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.owing import Owed, find_owed
from studies.services.recruiting.accounts import lock_account, spending_of
from studies.services.recruiting.confirming import rehearsal, require_confirmation
from studies.services.recruiting.ledger import Due, plan_all, refuse_second
from studies.services.recruiting.money import say_amount

DID_NOT_FINISH = "they did not finish, and approving pays the whole reward"


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
    doubts = (
        _find_paid_by_hand(dues),
        _find_parts(account, dues),
        _weigh_parts(account, dues),
    )
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


def _find_parts(account: RecruitingAccount, dues: Sequence[Due]) -> str:
    """Whether the whole is about to be paid beside a part, also to who was erased."""
    whole = [due for due in dues if due.purpose == PaymentPurpose.APPROVAL]
    claims = find_owed(account.study) if whole else {}
    parts = PaymentRecord.objects.filter(
        account=account,
        purpose=PaymentPurpose.PARTIAL,
        assignment__in=[due.assignment for due in whole if due.assignment],
    ).exclude(state=PaymentState.REFUSED)
    known = set(parts.values_list("assignment", flat=True))
    named = [
        due.assignment
        for due in whole
        if due.assignment in known or _has_part(claims, due)
    ]
    if not named:
        return ""
    whom = f"{', '.join(named)}:" if len(dues) > 1 else "this participant"
    return f"{whom} got a part already"


def _has_part(claims: Mapping[int, Owed], due: Due) -> bool:
    claim = claims.get(due.session.pk) if due.session else None
    return claim is not None and claim.has_part


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


def _weigh_parts(account: RecruitingAccount, dues: Sequence[Due]) -> str:
    """Refuse a part that leaves some of it unpaid for good; doubt one that is more."""
    parts = [due for due in dues if due.purpose == PaymentPurpose.PARTIAL]
    claims = find_owed(account.study) if parts else {}
    for due in parts:
        claim = claims.get(due.session.pk) if due.session else None
        if claim is None:
            continue
        _refuse_too_little(claim, due)
        if doubt := _doubt_part(account, claim, due):
            return doubt
    return ""


def _refuse_too_little(claim: Owed, due: Due) -> None:
    if not claim.is_whole and claim.left and due.amount < claim.left * 100:
        raise InvalidError(
            f"They are owed {claim.words}. A part is paid once, so pay all of it."
        )


def _doubt_part(account: RecruitingAccount, claim: Owed, due: Due) -> str:
    if claim.has_whole and claim.coming:
        return "the whole reward is on its way to this participant"
    study, part = account.study, account.study.partial_pay_amount
    if claim.left is None and part and study.currency != account.currency:
        pays = f"{say_amount(due.amount)} {account.currency}"
        return f"they are owed {part:.2f} {study.currency}, and this pays {pays}"
    if not claim.left or due.amount <= claim.left * 100:
        return ""
    if not claim.paid or claim.due is None:
        return f"they are owed {claim.words}" if not claim.is_whole else ""
    got = f"{claim.paid:.2f} of {claim.due:.2f} {claim.currency}"
    return f"they got {got}, and are owed {claim.words} yet"


def tell_doubts(doubts: Mapping[str, str]) -> list[str]:
    """What to mind before approving; by submission its doubt, or nothing."""
    found: dict[str, list[str]] = {}
    for name, words in doubts.items():
        if words:
            found.setdefault(words, []).append(name)
    if len(doubts) == 1:
        return list(found)
    return [f"{', '.join(names)}: {words}" for words, names in found.items()]
