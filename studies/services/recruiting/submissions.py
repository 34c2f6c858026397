"""What workers submitted, held against our own records."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from studies.models import Hit, PaymentRecord, TeachingSession
from studies.models.session import Phase
from studies.services.owing import CONTESTED_WORDS, Owed
from studies.services.recruiting.offers import Layout
from studies.services.recruiting.questions import read_code
from studies.services.recruiting.requester import MTURK, Requester
from studies.services.recruiting.weighing import DID_NOT_FINISH


class Match(StrEnum):
    """How a submission fits what happened here."""

    MATCHED = "matched", "the code fits"
    NO_CODE = "no_code", "submitted without our code"
    WRONG_CODE = "wrong_code", "no code of this study"
    OTHERS_CODE = "others_code", "the code of somebody else"
    CONTESTED = "contested", CONTESTED_WORDS
    REPEATED = "repeated", "this code was handed in by another submission"
    ERASED = "erased", "its person was erased since"
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
    rejected_at: datetime | None = None
    match: Match = Match.NO_CODE
    session: TeachingSession | None = None
    outcome: str = ""
    payments: tuple[PaymentRecord, ...] = ()
    owed: Owed | None = None
    is_joined: bool = False
    # To another submission.
    is_code_paid: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it waits to be approved or rejected."""
        return self.status == "Submitted"

    @property
    def layout(self) -> Layout:
        return Layout(self.hit.offer["layout"])

    @property
    def is_matched(self) -> bool:
        return self.match == Match.MATCHED

    @property
    def is_erased(self) -> bool:
        """Whether somebody was paid for it of whom nothing is known any more."""
        return self.match == Match.ERASED

    @property
    def is_contested(self) -> bool:
        """Whether several workers handed in its code, of whom one took part."""
        return self.match == Match.CONTESTED

    @property
    def words(self) -> str:
        """How it fits. A code alone does not prove that it is of this worker."""
        if self.is_matched and self.is_joined:
            return "somebody of the team said whose it is"
        is_by_code = self.is_matched and self.is_known_by_code
        return "a code of this study" if is_by_code else self.match.words

    @property
    def is_payable(self) -> bool:
        """Whether it waits, fits, and its person finished and got no part before.

        Approving pays the whole reward: for who left early somebody decides.
        """
        has_finished = self.is_matched and self.outcome == Phase.COMPLETED
        has_part = self.owed is not None and self.owed.has_other_pay
        return self.is_open and has_finished and not has_part

    @property
    def is_approved(self) -> bool:
        return self.status == "Approved"

    @property
    def is_rejected(self) -> bool:
        return self.status == "Rejected"

    @property
    def doubt(self) -> str:
        """What speaks against approving it, which pays the whole reward."""
        if not self.is_matched:
            paid = "this code is paid already; " if self.is_code_paid else ""
            return f"{paid}{self.words}"
        return "" if self.outcome == Phase.COMPLETED else DID_NOT_FINISH

    @property
    def is_known_by_code(self) -> bool:
        """Whether the code alone told whose it is: they came by a link."""
        fits = self.match in (Match.MATCHED, Match.SAME_WORKER)
        if self.session is None or not fits:
            return False
        identity = getattr(self.session.participant, "identity", None)
        return identity is None or identity.recruiter != MTURK

    @property
    def pseudonym(self) -> str:
        return self.session.participant.pseudonym if self.session else ""


def read_submissions(hits: Iterable[Hit], requester: Requester) -> list[Submission]:
    """Everything that was submitted to ``hits``, not yet held against our records."""
    return [
        read_told(hit, told)
        for hit in hits
        if hit.hit_id
        for told in requester.list(
            "list_assignments_for_hit", "Assignments", HITId=hit.hit_id
        )
    ]


def read_told(hit: Hit, told: dict[str, Any]) -> Submission:
    """An assignment as the service tells it."""
    return Submission(
        assignment=told["AssignmentId"],
        worker=told["WorkerId"],
        hit=hit,
        status=told["AssignmentStatus"],
        submitted_at=told["SubmitTime"],
        code=read_code(told.get("Answer", "")),
        approves_itself_at=told.get("AutoApprovalTime"),
        rejected_at=told.get("RejectionTime"),
    )
