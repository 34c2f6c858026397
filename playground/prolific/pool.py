"""What the service knows: studies, submissions, bonuses.

Everything is in memory, and every change is made under one lock.
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit, urlunsplit

from playground.prolific.errors import ProlificError, RefusedError, UnknownError
from playground.prolific.keys import Keys

REVIEW, APPROVE, RETURN, SCREEN_OUT = (
    "MANUALLY_REVIEW",
    "AUTOMATICALLY_APPROVE",
    "REQUEST_RETURN",
    "FIXED_SCREEN_OUT_PAYMENT",
)
ACTIONS = (REVIEW, APPROVE, RETURN, SCREEN_OUT)
# What a code does unless told otherwise, by the end that it is for.
CODES = {
    "completed": REVIEW,
    "no_consent": RETURN,
    "screened_out": SCREEN_OUT,
    "withdrawn": RETURN,
}
WAITING = "AWAITING REVIEW"
PENDING = ("RESERVED", "ACTIVE")
NO_CODE = "NOCODE"
TOKEN = "playground"


def action_field(end: str) -> str:
    """What the form calls the action of the code for such an end."""
    return f"action_{end}"


def new_id() -> str:
    """24 hexadecimal digits, as all its ids are."""
    return secrets.token_hex(12)


@dataclass
class Study:
    """A study on offer; ``codes`` say what happens to who enters them."""

    link: str
    name: str = "A study"
    reward: int = 200
    screen_out_reward: int = 50
    places: int = 20
    is_signed: bool = False
    currency: str = "GBP"
    codes: dict[str, str] = field(default_factory=dict)
    id: str = field(default_factory=new_id)


@dataclass
class Submission:
    """One participant's go at a study."""

    study: Study
    participant: str
    started_at: datetime
    id: str = field(default_factory=new_id)
    status: str = "ACTIVE"
    completed_at: datetime | None = None
    code: str | None = None
    return_requested: datetime | None = None
    bonuses: list[int] = field(default_factory=list)


@dataclass
class BulkBonus:
    """Bonuses that were set up; ``n_paid`` counts how often they were paid."""

    study: Study
    lines: list[tuple[Submission, int]]
    id: str = field(default_factory=new_id)
    n_paid: int = 0


@dataclass
class Pool:
    """The state of the service; what participants do are its methods.

    What is paid takes effect at once if ``is_prompt``, else with ``catch_up``.
    """

    clock: Callable[[], float] = time.time
    token: str = TOKEN
    fee_percent: int = 33
    largest_page: int = 100
    is_prompt: bool = True
    lock: threading.RLock = field(default_factory=threading.RLock)
    keys: Keys = field(default_factory=Keys)
    studies: dict[str, Study] = field(default_factory=dict)
    submissions: dict[str, Submission] = field(default_factory=dict)
    bonuses: dict[str, BulkBonus] = field(default_factory=dict)
    # How the next requests fail, before or after they are obeyed; None does not.
    faults_before: list[ProlificError | None] = field(default_factory=list)
    faults_after: list[ProlificError | None] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    _late: list[Callable[[], None]] = field(default_factory=list)

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC)

    def add_study(self, study: Study) -> Study:
        with self.lock:
            self.studies[study.id] = study
            return study

    def find_study(self, study_id: str) -> Study:
        if study_id not in self.studies:
            raise UnknownError
        return self.studies[study_id]

    def find(self, submission_id: str) -> Submission:
        if submission_id not in self.submissions:
            raise UnknownError
        return self.submissions[submission_id]

    def submissions_of(self, study: Study) -> list[Submission]:
        return [each for each in self.submissions.values() if each.study is study]

    def begin(self, study_id: str, participant: str = "") -> Submission:
        """A participant takes a place; who has one goes on with it."""
        with self.lock:
            study = self.find_study(study_id)
            own = self.submissions_of(study)
            for known in own:
                if known.participant == participant and known.status in PENDING:
                    return known
            lost = ("RETURNED", "REJECTED", "TIMED-OUT")
            if sum(each.status not in lost for each in own) >= study.places:
                raise RefusedError("All places of this study are taken.")
            submission = Submission(study, participant or new_id(), self.now())
            self.submissions[submission.id] = submission
            return submission

    def link_of(self, submission: Submission) -> str:
        """The study's link with the ids filled in, and signed if it shall be."""
        ids = {
            "PROLIFIC_PID": submission.participant,
            "STUDY_ID": submission.study.id,
            "SESSION_ID": submission.id,
        }
        link = submission.study.link
        for name, value in ids.items():
            link = link.replace("{{%" + name + "%}}", value)
        if not submission.study.is_signed:
            return link
        parts = urlsplit(link)
        token = self.keys.sign(link, ids, now=self.now())
        signed = urlencode({"prolific_token": token})
        query = "&".join(filter(None, (parts.query, signed)))
        return urlunsplit(parts._replace(query=query))

    def complete(self, submission_id: str, code: str) -> Submission:
        """The participant comes back with a code, or without one."""
        with self.lock:
            submission = self.find(submission_id)
            if submission.status not in (*PENDING, "TIMED-OUT"):
                raise RefusedError("This submission is not open any more.")
            submission.completed_at = self.now()
            submission.code = code or NO_CODE
            self._act(submission, submission.study.codes.get(code, REVIEW))
            return submission

    @staticmethod
    def words_of(submission: Submission) -> str:
        """Its state; who is asked to return it still counts as waiting."""
        is_asked = submission.return_requested and submission.status == WAITING
        return "return requested" if is_asked else submission.status.lower()

    def _act(self, submission: Submission, action: str) -> None:
        submission.status = {APPROVE: "APPROVED", SCREEN_OUT: "SCREENED OUT"}.get(
            action, WAITING
        )
        if action == RETURN:
            submission.return_requested = self.now()

    def end(self, submission_id: str, status: str) -> None:
        """The participant returns it, or time is over: ``RETURNED``, ``TIMED-OUT``."""
        with self.lock:
            self.find(submission_id).status = status

    def do(self, work: Callable[[], None]) -> None:
        """Work that the service only promises to do."""
        if self.is_prompt:
            work()
        else:
            self._late.append(work)

    def catch_up(self) -> None:
        """Do what was promised."""
        with self.lock:
            for work in self._late:
                work()
            self._late.clear()
