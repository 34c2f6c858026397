"""Parts beside submissions that wait: the service pays the whole if nobody decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from studies.models import PaymentRecord, ReportedSubmission, Study
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.owing import find_owed
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.submissions import Submission


@dataclass(frozen=True)
class Deadline:
    """A part that was paid, and until when its submission is to be decided about.

    Who was erased has no ``assignment`` any more.
    """

    assignment: str
    amount: str
    decide_by: datetime


def note_deadlines(submissions: Iterable[Submission]) -> None:
    """Write down until when to decide about each, if it still waits.

    Somebody may be paid by hand beside it, where nobody asks the service.
    """
    every = list(submissions)
    noted = _read_noted(every)
    for each in every:
        at = each.approves_itself_at if each.is_open else None
        # At each look nearly all are as they were.
        if noted.get(each.assignment) != at:
            _note_waiting(each, at)
        for payment in each.payments:
            is_part = payment.purpose == PaymentPurpose.PARTIAL
            if is_part and payment.decide_by != at:
                payment.decide_by = at
                payment.save(update_fields=["decide_by"])


def _read_noted(submissions: list[Submission]) -> dict[str, datetime | None]:
    tasks = [each.assignment for each in submissions]
    rows = ReportedSubmission.objects.filter(submission__in=tasks)
    return dict(rows.values_list("submission", "decide_by"))


def _note_waiting(submission: Submission, at: datetime | None) -> None:
    session = submission.session
    if session is None or session.erased_at or not submission.is_matched:
        return
    task = submission.assignment
    if at is None:
        session.submissions.filter(submission=task).update(decide_by=None)
        return
    told = {"status": submission.status, "at": submission.submitted_at, "decide_by": at}
    ReportedSubmission.objects.update_or_create(
        session=session, submission=task, defaults=told
    )


def mind_deadline(submission: Submission, purpose: PaymentPurpose) -> list[str]:
    """What a part does not do: to keep the whole reward from being paid."""
    at = submission.approves_itself_at
    if purpose != PaymentPurpose.PARTIAL or not submission.is_open or at is None:
        return []
    reward = f"{say_amount(submission.hit.reward)} {submission.hit.account.currency}"
    return [
        f"Mechanical Turk approves this submission by itself on {at:%Y-%m-%d} and then "
        f"pays the whole reward of {reward} as well, unless you reject it before"
    ]


def list_deadlines(study: Study) -> list[Deadline]:
    """What is to be decided, the most urgent first."""
    every = [*_list_sent(study), *_list_by_hand(study)]
    return sorted(every, key=lambda line: line.decide_by)


def _list_by_hand(study: Study) -> list[Deadline]:
    """Who was paid by hand while their submission waits."""
    rows = ReportedSubmission.objects.filter(
        session__study=study, decide_by__isnull=False
    )
    claims = find_owed(study) if rows else {}
    own = [(row, claims.get(row.session_id)) for row in rows.order_by("pk")]
    return [
        Deadline(row.submission, f"{claim.by_hand:.2f} {claim.currency}", row.decide_by)
        for row, claim in own
        if row.decide_by and claim and claim.by_hand
        if not (claim.has_whole or claim.has_part)
    ]


def _list_sent(study: Study) -> list[Deadline]:
    """Parts that were sent through the service."""
    rows = PaymentRecord.objects.filter(
        account__study=study, purpose=PaymentPurpose.PARTIAL, decide_by__isnull=False
    ).exclude(state=PaymentState.REFUSED)
    whole = PaymentRecord.objects.filter(
        account__study=study, purpose=PaymentPurpose.APPROVAL
    ).exclude(state=PaymentState.REFUSED)
    approved = set(whole.exclude(assignment="").values_list("assignment", flat=True))
    return [
        Deadline(
            row.assignment,
            f"{say_amount(row.amount)} {row.account.currency}",
            row.decide_by,
        )
        for row in rows.select_related("account").order_by("decide_by", "pk")
        if row.decide_by is not None and row.assignment not in approved
    ]
