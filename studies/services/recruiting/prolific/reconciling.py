"""Holding what Prolific knows against what we know, and noting the difference."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from studies.errors import InvalidError
from studies.models import RecruitingAccount, TeachingSession
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.recruiting.ledger import (
    Due,
    note_payment,
    refuse_payment,
    settle_payment,
)
from studies.services.recruiting.prolific.bonuses import is_shown
from studies.services.recruiting.prolific.client import (
    Client,
    UnknownAtProlificError,
)
from studies.services.recruiting.prolific.fees import fee_of
from studies.services.recruiting.prolific.naming import (
    learn_screen_out,
    learn_study,
)
from studies.services.recruiting.prolific.places import note_states
from studies.services.recruiting.prolific.submissions import (
    APPROVED,
    SCREENED_OUT,
    Submission,
    find_unclaimed,
    match_submissions,
    read_submission,
)

_ITSELF = "Prolific"


@dataclass(frozen=True)
class Reconciled:
    """Submissions as they fit our sessions, and who finished without one."""

    submissions: list[Submission]
    unclaimed: list[TeachingSession]
    n_freed: int

    @property
    def payable(self) -> list[Submission]:
        """What may be approved without a doubt."""
        return [each for each in self.submissions if each.is_payable]


def reconcile(
    account: RecruitingAccount, *, client: Client, now: datetime
) -> Reconciled:
    """Ask for every submission, free places, and bring our own rows up to date."""
    if not account.task and not learn_study(account, client=client, now=now):
        raise InvalidError(
            "Which study at Prolific this is, is not known yet. Enter its id, or wait "
            "until somebody has come from there."
        )
    told = client.list_submissions(account.task)
    submissions = match_submissions(account, [read_submission(each) for each in told])
    n_freed = note_states(submissions, now=now)
    note_approvals(account, submissions, now=now)
    note_screened_out(account, submissions, client=client, now=now)
    settle_bonuses(account, client=client, now=now)
    account.looked_at = now
    account.reported = dict(Counter(each.status for each in submissions))
    account.save(update_fields=["looked_at", "reported"])
    submissions = match_submissions(account, submissions)
    return Reconciled(submissions, find_unclaimed(account, submissions), n_freed)


def note_approvals(
    account: RecruitingAccount, submissions: Iterable[Submission], *, now: datetime
) -> int:
    """What was approved is paid, by whomever; what was lost is not paid any more.

    Says how many of ours were waiting for that.
    """
    return sum(_note_approval(account, each, now=now) for each in submissions)


def _note_approval(
    account: RecruitingAccount, submission: Submission, *, now: datetime
) -> int:
    own = [
        each
        for each in submission.payments
        if each.purpose == PaymentPurpose.APPROVAL and not each.is_paid
    ]
    if submission.status == APPROVED:
        for payment in own:
            settle_payment(payment, now=now)
        due = approval_due(account, submission)
        if not own and due.amount:
            note_payment(account_id=account.pk, due=due, who=_ITSELF, now=now)
        return len(own)
    if submission.is_lost:
        said = f"At Prolific it is {submission.status.lower()}."
        for payment in own:
            refuse_payment(payment, said=said, now=now)
    return 0


def approval_due(account: RecruitingAccount, submission: Submission) -> Due:
    """What approving a submission costs."""
    return Due(
        purpose=PaymentPurpose.APPROVAL,
        amount=account.reward,
        fee=fee_of(account, account.reward),
        assignment=submission.id,
        session=submission.rewarded,
    )


def note_screened_out(
    account: RecruitingAccount,
    submissions: Iterable[Submission],
    *,
    client: Client,
    now: datetime,
) -> None:
    """Whom Prolific screens out it pays by itself: that part is not owed again."""
    new = [
        each
        for each in submissions
        if each.status == SCREENED_OUT
        and not any(one.purpose == PaymentPurpose.PARTIAL for one in each.payments)
    ]
    amount = learn_screen_out(account, client=client) if new else 0
    for each in new if amount else ():
        due = Due(
            purpose=PaymentPurpose.PARTIAL,
            amount=amount,
            fee=fee_of(account, amount),
            assignment=each.id,
            session=each.session if each.is_own else None,
        )
        note_payment(account_id=account.pk, due=due, who=_ITSELF, now=now)


def settle_bonuses(
    account: RecruitingAccount, *, client: Client, now: datetime
) -> None:
    """Bonuses take Prolific some minutes: those that it shows by now are paid."""
    sent = account.payments.filter(state=PaymentState.SENDING).exclude(
        purpose=PaymentPurpose.APPROVAL
    )
    for payment in sent.exclude(assignment="").exclude(reference=""):
        try:
            if is_shown(payment, client):
                settle_payment(payment, now=now)
        except UnknownAtProlificError:
            continue
