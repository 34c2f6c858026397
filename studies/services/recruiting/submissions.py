"""What workers submitted, held against our own records."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from studies.models import (
    CompletionCode,
    Hit,
    PaymentRecord,
    RecruitingAccount,
    TeachingSession,
)
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.models.session import Phase
from studies.services.identities import find_second_sessions
from studies.services.owing import PAID_PURPOSES, Owed, find_owed
from studies.services.recruiting.questions import read_code
from studies.services.recruiting.requester import MTURK, Requester


class Match(StrEnum):
    """How a submission fits what happened here."""

    MATCHED = "matched", "the code fits"
    NO_CODE = "no_code", "submitted without our code"
    WRONG_CODE = "wrong_code", "we gave nobody this code"
    OTHERS_CODE = "others_code", "the code of somebody else"
    REPEATED = "repeated", "the code was handed in before"
    SAME_WORKER = "same_worker", "this worker took part before: pay them once"

    words: str

    def __new__(cls, value: str, words: str) -> "Match":
        match = str.__new__(cls, value)
        match._value_ = value
        match.words = words
        return match


@dataclass(frozen=True)
class Submission:
    """One assignment as the service tells of it, and whose it is here."""

    assignment: str
    worker: str
    hit: Hit
    status: str
    submitted_at: datetime
    code: str
    approves_itself_at: datetime | None = None
    match: Match = Match.NO_CODE
    session: TeachingSession | None = None
    outcome: str = ""
    payments: tuple[PaymentRecord, ...] = ()
    owed: Owed | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits to be approved or rejected."""
        return self.status == "Submitted"

    @property
    def is_matched(self) -> bool:
        return self.match == Match.MATCHED

    @property
    def is_payable(self) -> bool:
        """Whether it waits, fits, and its person finished and got no part before.

        Approving pays the whole reward: for who left early somebody decides.
        """
        has_finished = self.is_matched and self.outcome == Phase.COMPLETED
        has_part = self.owed is not None and self.owed.has_part
        return self.is_open and has_finished and not has_part

    @property
    def is_known_by_code(self) -> bool:
        """Whether the code alone told whose it is: they came by a link."""
        if self.session is None or self.match == Match.REPEATED:
            return False
        identity = getattr(self.session.participant, "identity", None)
        return identity is None or identity.recruiter != MTURK

    @property
    def pseudonym(self) -> str:
        return self.session.participant.pseudonym if self.session else ""


def read_submissions(hits: Iterable[Hit], requester: Requester) -> list[Submission]:
    """Everything that was submitted to ``hits``, not yet held against our records."""
    return [
        _read(hit, told)
        for hit in hits
        if hit.hit_id
        for told in requester.list(
            "list_assignments_for_hit", "Assignments", HITId=hit.hit_id
        )
    ]


def read_submission(
    account: RecruitingAccount, assignment: str, requester: Requester
) -> Submission | None:
    """One submission to a HIT of this account, held against our records."""
    told = requester.ask("get_assignment", AssignmentId=assignment)["Assignment"]
    hit = account.hits.filter(hit_id=told["HITId"]).first()
    return match_submissions(account, [_read(hit, told)])[0] if hit else None


def _read(hit: Hit, told: dict[str, Any]) -> Submission:
    return Submission(
        assignment=told["AssignmentId"],
        worker=told["WorkerId"],
        hit=hit,
        status=told["AssignmentStatus"],
        submitted_at=told["SubmitTime"],
        code=read_code(told.get("Answer", "")),
        approves_itself_at=told.get("AutoApprovalTime"),
    )


def match_submissions(
    account: RecruitingAccount, submissions: Sequence[Submission]
) -> list[Submission]:
    """Each with how it fits, the first who hands a code in before all others."""
    codes = _codes_of(account, [each.code for each in submissions])
    payments = _payments_of(account, [each.assignment for each in submissions])
    claims = find_owed(account.study)
    seconds = find_second_sessions(account.study_id)
    seen: Counter[str] = Counter()
    matched = {}
    for each in sorted(submissions, key=lambda each: each.submitted_at):
        code = codes.get(each.code)
        found = _match(each, code, is_first=not seen[each.code])
        seen[each.code] += found.match in (Match.MATCHED, Match.REPEATED)
        if found.is_matched and found.session and found.session.pk in seconds:
            found = replace(found, match=Match.SAME_WORKER)
        own = tuple(payments.get(each.assignment, ()))
        claimed = None if found.match == Match.REPEATED else found.session
        owed = claims.get(claimed.pk) if claimed else None
        matched[each.assignment] = replace(found, payments=own, owed=owed)
    return [matched[each.assignment] for each in submissions]


def _match(
    submission: Submission, code: CompletionCode | None, *, is_first: bool
) -> Submission:
    if not submission.code:
        return replace(submission, match=Match.NO_CODE)
    if code is None:
        return replace(submission, match=Match.WRONG_CODE)
    if not _fits(submission, code):
        return replace(submission, match=Match.OTHERS_CODE)
    return replace(
        submission,
        match=Match.MATCHED if is_first else Match.REPEATED,
        session=code.session,
        outcome=code.outcome,
    )


def _fits(submission: Submission, code: CompletionCode) -> bool:
    """Whether the code is of this worker, as far as the service told who came.

    Who came without proof has a code of that coming, which the assignment proves. Who
    came by a link, or was erased, is known by the code alone.
    """
    if code.arrival is not None:
        return code.arrival.assignment == submission.assignment
    identity = getattr(code.session.participant, "identity", None)
    if identity is None or identity.recruiter != MTURK:
        return True
    return bool(identity.person_key == submission.worker.upper())


def _codes_of(
    account: RecruitingAccount, texts: Iterable[str]
) -> dict[str, CompletionCode]:
    codes = CompletionCode.objects.filter(
        code__in={text for text in texts if text},
        session__study=account.study_id,
        session__purpose__in=PAID_PURPOSES,
    ).select_related("arrival", "session__participant__identity")
    return {code.code: code for code in codes}


def _payments_of(
    account: RecruitingAccount, assignments: Iterable[str]
) -> dict[str, list[PaymentRecord]]:
    found: dict[str, list[PaymentRecord]] = {}
    rows = PaymentRecord.objects.filter(
        account=account, assignment__in=list(assignments)
    )
    for payment in rows.order_by("pk"):
        found.setdefault(payment.assignment, []).append(payment)
    return found


def codes_without_submission(
    account: RecruitingAccount, submissions: Iterable[Submission]
) -> list[CompletionCode]:
    """Codes of the service's people that nobody handed in or was paid for."""
    handed_in = {each.code for each in submissions}
    paid = PaymentRecord.objects.filter(
        account=account,
        session__isnull=False,
        purpose__in=(PaymentPurpose.APPROVAL, PaymentPurpose.PARTIAL),
    ).exclude(state=PaymentState.REFUSED)
    codes = CompletionCode.objects.filter(
        session__study=account.study_id,
        session__purpose__in=PAID_PURPOSES,
        session__participant__identity__recruiter=MTURK,
    ).exclude(session__in=paid.values("session"))
    related = codes.select_related("session__participant").order_by("-created_at")
    return [code for code in related if code.code not in handed_in]
