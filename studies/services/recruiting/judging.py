"""Approving, rejecting and paying more: what somebody decides about submissions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from studies.errors import InvalidError, NotFoundError, StudyError, UnconfirmedError
from studies.models import Hit, PaymentRecord, RecruitingAccount, TeachingSession
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.models.team import Action
from studies.services.recruiting.channels import Approval, Bonus
from studies.services.recruiting.deadlines import mind_deadline, note_deadlines
from studies.services.recruiting.ledger import Due, plan_payments
from studies.services.recruiting.matching import read_chosen
from studies.services.recruiting.money import fee_of
from studies.services.recruiting.paying import send_payment
from studies.services.recruiting.reconciling import approval_due
from studies.services.recruiting.requester import Requester
from studies.services.recruiting.submissions import Submission
from studies.services.recruiting.weighing import confirm_payments, tell_doubts
from studies.services.team.audit import record_action

_LONGEST_REASON = 1000
# What has to be typed.
REJECT = "reject"
# So long Mechanical Turk lets a rejection be taken back.
REVERSIBLE = timedelta(days=30)
_CONSEQUENCE = (
    "They are not paid, and the share of their HITs that were approved falls, which "
    "keeps workers out of other people’s tasks. You can take it back for "
    f"{REVERSIBLE.days} days."
)
_ASKED = f" Nothing was done yet: type “{REJECT}” to go on."


@dataclass(frozen=True)
class Judged:
    """What came of approving some: how many were paid, and what was said of others.

    ``n_before`` were approved already, so that nothing was done about them.
    """

    n_paid: int
    faults: list[str]
    n_before: int = 0


def find_submissions(
    account: RecruitingAccount, assignments: Sequence[str], requester: Requester
) -> list[Submission]:
    """Submissions of this account by their ids, as they are right now."""
    known = read_chosen(account, assignments, requester)
    if len(known) < len(assignments) or not known:
        raise NotFoundError("There is no such submission in this study.")
    return known


def approve_submissions(
    *,
    account: RecruitingAccount,
    assignments: Sequence[str],
    confirmed: str,
    who: str,
    requester: Requester,
    now: datetime,
) -> Judged:
    """Pay the reward for each; the sum has to be typed.

    All are planned before the first is sent, so that the budget is known to suffice.
    """
    submissions = find_submissions(account, assignments, requester)
    dues = _dues_of([each for each in submissions if each.is_open])
    n_before = sum(each.is_approved for each in submissions)
    if not dues and n_before == len(submissions):
        return Judged(0, [], n_before)
    if not dues:
        raise InvalidError("These were approved or rejected before.")
    mind = tell_doubts(
        {each.assignment: each.doubt for each in submissions if each.is_open}
    )
    confirm_payments(
        account=account, dues=dues, confirmed=confirmed, who=who, now=now, mind=mind
    )
    planned = plan_payments(account_id=account.pk, dues=dues, who=who, now=now)
    return replace(_send_all(planned, Approval(requester)), n_before=n_before)


def _dues_of(submissions: Sequence[Submission]) -> list[Due]:
    """What each costs. A claim that several workers make is booked to the first."""
    dues, bound = list[Due](), set[TeachingSession]()
    for each in submissions:
        due = approval_due(each)
        is_taken = each.is_contested and each.session in bound
        dues.append(replace(due, session=None) if is_taken else due)
        bound.update([each.session] if each.session else [])
    return dues


def _send_all(payments: Sequence[PaymentRecord], channel: Approval) -> Judged:
    n_paid, faults = 0, []
    for payment in payments:
        try:
            # The clock of each: a long list takes longer than a payment is held.
            send_payment(payment, channel=channel, now=timezone.now())
            n_paid += 1
        except StudyError as error:
            faults.append(f"{payment.assignment}: {error.message}")
    return Judged(n_paid, faults)


def reject_submission(
    *,
    account: RecruitingAccount,
    assignment: str,
    reason: str,
    confirmed: str,
    who: str,
    requester: Requester,
    now: datetime,
) -> None:
    """Refuse to pay, with a reason that the worker reads. Nothing does so by itself.

    What follows from it is told first, and a word has to be typed.
    """
    if not reason.strip():
        raise InvalidError("Workers are told why: write a reason.")
    (submission,) = find_submissions(account, [assignment], requester)
    if not submission.is_open:
        raise InvalidError("This was approved or rejected before.")
    paid = [p for p in submission.payments if p.state != PaymentState.REFUSED]
    if any(payment.purpose == PaymentPurpose.APPROVAL for payment in paid):
        raise InvalidError("There is a payment for this already.")
    if confirmed.strip().lower() != REJECT:
        kept = " What they got beside the reward stays theirs." if paid else ""
        kept += _tell_part(submission)
        raise UnconfirmedError(f"{_CONSEQUENCE}{kept}{_ASKED}", expected=REJECT)
    told = reason.strip()[:_LONGEST_REASON]
    requester.act("reject_assignment", AssignmentId=assignment, RequesterFeedback=told)
    _note_rejection(account, submission, reason=told, who=who, now=now)


def _tell_part(submission: Submission) -> str:
    """That rejecting somebody does not end a claim to a part."""
    owed = submission.owed
    if owed is None or owed.is_whole or not owed.left:
        return ""
    return (
        f" The part that they are owed, {owed.words}, stays owed: pay it under “Pay "
        "more” on this page, or by hand in Payments."
    )


@transaction.atomic
def _note_rejection(
    account: RecruitingAccount,
    submission: Submission,
    *,
    reason: str,
    who: str,
    now: datetime,
) -> None:
    owed = Hit.objects.filter(pk=submission.hit.pk, n_owed__gt=0)
    owed.update(n_owed=F("n_owed") - 1)
    note_deadlines([replace(submission, status="Rejected")])
    _note(account, Action.REJECTED, submission, who=who, now=now, reason=reason)


@transaction.atomic
def _note(
    account: RecruitingAccount,
    action: Action,
    submission: Submission,
    *,
    who: str,
    now: datetime,
    **detail: str,
) -> None:
    named = {"participant": submission.pseudonym} if submission.session else {}
    told = {"assignment": submission.assignment, **named, **detail}
    record_action(account.study, action, who=who, now=now, **told)


def is_reversible(submission: Submission, *, now: datetime) -> bool:
    """Whether it is rejected, and the service still lets that be taken back."""
    at = submission.rejected_at
    return submission.is_rejected and (at is None or at > now - REVERSIBLE)


def reverse_rejection(
    *,
    account: RecruitingAccount,
    assignment: str,
    confirmed: str,
    who: str,
    requester: Requester,
    now: datetime,
) -> PaymentRecord:
    """Approve and pay what was rejected, as the service allows for some weeks."""
    (submission,) = find_submissions(account, [assignment], requester)
    if not submission.is_rejected:
        raise InvalidError("This is not rejected.")
    if not is_reversible(submission, now=now):
        raise InvalidError(
            f"It was rejected more than {REVERSIBLE.days} days ago: Mechanical Turk "
            "takes nothing back any more. A bonus can still be paid."
        )
    # Its place was set free when it was rejected, so that none is kept for it.
    due = replace(approval_due(submission), hit=None)
    mind = tell_doubts({assignment: submission.doubt})
    confirm_payments(
        account=account, dues=[due], confirmed=confirmed, who=who, now=now, mind=mind
    )
    (payment,) = plan_payments(account_id=account.pk, dues=[due], who=who, now=now)
    channel = Approval(requester, overrides_rejection=True)
    paid = send_payment(payment, channel=channel, now=now)
    paid.hit = submission.hit
    paid.save(update_fields=["hit"])
    _note(account, Action.REJECTION_REVERSED, submission, who=who, now=now)
    return paid


def pay_bonus(
    *,
    account: RecruitingAccount,
    assignment: str,
    amount: int,
    reason: str,
    confirmed: str,
    who: str,
    requester: Requester,
    now: datetime,
    purpose: PaymentPurpose = PaymentPurpose.BONUS,
) -> PaymentRecord:
    """Pay a participant more than the reward, or a part to who did not finish; once."""
    if amount < 1:
        raise InvalidError("Nothing is no payment: it is at least a cent.")
    if not reason.strip():
        raise InvalidError("Workers are told what a bonus is for: write a reason.")
    (submission,) = find_submissions(account, [assignment], requester)
    due = Due(
        purpose=purpose,
        amount=amount,
        fee=fee_of(amount),
        assignment=assignment,
        session=submission.session,
        hit=submission.hit,
    )
    mind = [submission.doubt] if submission.is_contested else []
    mind += mind_deadline(submission, purpose)
    confirm_payments(
        account=account, dues=[due], confirmed=confirmed, who=who, now=now, mind=mind
    )
    (payment,) = plan_payments(account_id=account.pk, dues=[due], who=who, now=now)
    channel = Bonus(requester, submission.worker, reason.strip())
    paid = send_payment(payment, channel=channel, now=now)
    note_deadlines([replace(submission, payments=(paid,))])
    return paid
