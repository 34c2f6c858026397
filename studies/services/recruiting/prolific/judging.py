"""Approving and paying more at Prolific: what somebody decides about submissions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from studies.errors import (
    InvalidError,
    NotFoundError,
    RecruiterDownError,
    RecruiterError,
    UnsureError,
)
from studies.models import PaymentRecord, RecruitingAccount
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.ledger import (
    Due,
    claim_payment,
    plan_payments,
    refuse_payment,
)
from studies.services.recruiting.paying import send_payment
from studies.services.recruiting.prolific.bonuses import BonusChannel
from studies.services.recruiting.prolific.client import Client
from studies.services.recruiting.prolific.fees import fee_of
from studies.services.recruiting.prolific.reconciling import (
    approval_due,
    note_approvals,
)
from studies.services.recruiting.prolific.submissions import (
    APPROVED,
    Submission,
    match_submissions,
    read_submission,
)
from studies.services.recruiting.weighing import confirm_payments, tell_doubts

_STILL_ACTIVE = (
    "at Prolific this submission is still active; it was not handed in there"
)


@dataclass(frozen=True)
class Judged:
    """How many were sent for approval, and how many of them Prolific shows as paid.

    ``n_before`` were approved already, so that nothing was done about them.
    """

    n_sent: int
    n_paid: int
    n_before: int = 0


def find_submissions(
    account: RecruitingAccount, ids: Sequence[str], client: Client
) -> list[Submission]:
    """Submissions of this study by their ids, as they are right now."""
    told = [read_submission(each) for each in client.list_submissions(account.task)]
    wanted = set(ids)
    found = [each for each in match_submissions(account, told) if each.id in wanted]
    if len(found) < len(wanted) or not found:
        raise NotFoundError("There is no such submission in this study.")
    return found


def approve_submissions(
    *,
    account: RecruitingAccount,
    ids: Sequence[str],
    confirmed: str,
    who: str,
    client: Client,
    now: datetime,
) -> Judged:
    """Pay the reward for each; the sum has to be typed.

    They are approved in one call, which Prolific works off in its own time: a payment
    counts as made once it shows the submission as approved.
    """
    submissions = find_submissions(account, ids, client)
    open_ones = [each for each in submissions if each.is_open]
    n_before = sum(each.status == APPROVED for each in submissions)
    if not open_ones and n_before == len(submissions):
        return Judged(0, 0, n_before)
    if not open_ones:
        raise InvalidError("None of these waits for approval any more.")
    dues = [approval_due(account, each) for each in open_ones]
    mind = tell_doubts({each.id: each.doubt for each in open_ones})
    confirm_payments(
        account=account, dues=dues, confirmed=confirmed, who=who, now=now, mind=mind
    )
    planned = plan_payments(account_id=account.pk, dues=dues, who=who, now=now)
    claimed = [each for each in planned if claim_payment(each, now=now)]
    if not claimed:
        raise InvalidError("These were sent to Prolific a moment ago. Look again soon.")
    _send(claimed, client, now=now)
    chosen = [each.assignment for each in claimed]
    found = find_submissions(account, chosen, client)
    return Judged(len(claimed), note_approvals(account, found, now=now), n_before)


def _send(payments: Sequence[PaymentRecord], client: Client, *, now: datetime) -> None:
    ids = [payment.assignment for payment in payments]
    try:
        # Approving what is approved changes nothing, so it may be asked again.
        client.ask("POST", "/submissions/bulk-approve/", submission_ids=ids)
    except RecruiterDownError:
        raise
    except RecruiterError as error:
        for payment in payments:
            refuse_payment(payment, said=error.message, now=now)
        raise


def pay_bonus(
    *,
    account: RecruitingAccount,
    submission_id: str,
    amount: int,
    confirmed: str,
    who: str,
    client: Client,
    now: datetime,
    purpose: PaymentPurpose = PaymentPurpose.BONUS,
) -> PaymentRecord:
    """Pay a participant more than the reward, or a part to who did not finish; once.

    It counts as paid as soon as Prolific shows it, which may take minutes: until then
    the payment that is returned is on its way.
    """
    if amount < 1:
        raise InvalidError("Nothing is no payment: it is at least a cent.")
    (submission,) = find_submissions(account, [submission_id], client)
    due = Due(
        purpose=purpose,
        amount=amount,
        fee=fee_of(account, amount),
        assignment=submission.id,
        session=submission.session,
    )
    confirm_payments(
        account=account,
        dues=[due],
        confirmed=confirmed,
        who=who,
        now=now,
        mind=[_STILL_ACTIVE] if submission.is_under_way else [],
    )
    (payment,) = plan_payments(account_id=account.pk, dues=[due], who=who, now=now)
    channel = BonusChannel(client, account.task, now)
    try:
        return send_payment(payment, channel=channel, now=now)
    except UnsureError:
        payment.refresh_from_db()
        if not payment.reference:
            raise
        return payment
