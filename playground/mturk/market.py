"""What the service knows: tasks, assignments, payments, qualifications.

Everything is in memory, and every change is made under one lock.
"""

import math
import secrets
import string
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from playground.mturk.answers import write_answer
from playground.mturk.errors import RequestError, ServiceFaultError

PLAY_MONEY = Decimal("10000.00")
FEE = Decimal("0.20")
# For so long the service knows that a token was used.
TOKEN_SECONDS = 86_400
_FREE = ("Returned", "Abandoned")
_SIGNS = string.ascii_uppercase + string.digits
_ID_LENGTH = 30


@dataclass
class Hit:
    """A task with room for some workers."""

    id: str
    type_id: str
    offer: dict[str, Any]
    question: str
    max_assignments: int
    n_at_first: int
    expires_at: float
    created_at: float
    annotation: str = ""


@dataclass
class Assignment:
    """One worker at one task; the service tells of it once it is submitted."""

    id: str
    hit: Hit
    worker: str
    accepted_at: float
    status: str = "Accepted"
    submitted_at: float | None = None
    judged_at: float | None = None
    answer: str = ""
    feedback: str = ""

    @property
    def due_at(self) -> float:
        """When it is taken from a worker who has not handed it in."""
        seconds: int = self.hit.offer["AssignmentDurationInSeconds"]
        return self.accepted_at + seconds

    @property
    def approved_at(self) -> float:
        """When the service approves it, if nobody decides before."""
        seconds: int = self.hit.offer["AutoApprovalDelayInSeconds"]
        return (self.submitted_at or math.inf) + seconds


@dataclass(frozen=True)
class Bonus:
    worker: str
    assignment: Assignment
    amount: str
    reason: str
    at: float


@dataclass
class Market:
    """The state of the service; what workers do are its methods."""

    clock: Callable[[], float] = time.time
    balance: Decimal = PLAY_MONEY
    lock: threading.RLock = field(default_factory=threading.RLock)
    hit_types: dict[str, dict[str, Any]] = field(default_factory=dict)
    hits: dict[str, Hit] = field(default_factory=dict)
    assignments: dict[str, Assignment] = field(default_factory=dict)
    bonuses: list[Bonus] = field(default_factory=list)
    qualifications: dict[str, dict[str, Any]] = field(default_factory=dict)
    granted: dict[str, set[str]] = field(default_factory=dict)
    tokens: dict[str, tuple[str, float]] = field(default_factory=dict)
    # What reached the workers' site as a form, as it came.
    forms: list[dict[str, str]] = field(default_factory=list)
    # How the next requests fail, before or after they are obeyed; None does not.
    faults_before: list[ServiceFaultError | None] = field(default_factory=list)
    faults_after: list[ServiceFaultError | None] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    def new_id(self, kind: str) -> str:
        """Random: a stand-in that is started again gives no id a second time."""
        begins = f"3{kind.upper()}"
        rest = range(_ID_LENGTH - len(begins))
        return begins + "".join(secrets.choice(_SIGNS) for _ in rest)

    def find_token(self, token: str) -> str:
        """What ``token`` was used for, while the service remembers it."""
        used_for, at = self.tokens.get(token, ("", 0.0))
        return used_for if self.clock() - at < TOKEN_SECONDS else ""

    def keep_token(self, token: str, used_for: str) -> None:
        if token:
            self.tokens[token] = (used_for, self.clock())

    def settle(self) -> None:
        """What time alone does: tasks are abandoned, and approved by themselves."""
        now = self.clock()
        for each in self.assignments.values():
            if each.status == "Accepted" and now >= each.due_at:
                each.status = "Abandoned"
            elif each.status == "Submitted" and now >= each.approved_at:
                # The service took the money aside when the task was created.
                self.balance -= Decimal(each.hit.offer["Reward"]) * (1 + FEE)
                each.status, each.judged_at = "Approved", now

    def find_hit(self, hit_id: str) -> Hit:
        if hit_id not in self.hits:
            raise RequestError(f"Hit {hit_id} does not exist.", "HITDoesNotExist")
        return self.hits[hit_id]

    def find_assignment(self, assignment_id: str) -> Assignment:
        known = self.assignments.get(assignment_id)
        if known is None:
            raise RequestError(
                f"Assignment {assignment_id} does not exist.",
                "AssignmentDoesNotExist",
            )
        return known

    def assignments_of(self, hit: Hit, *statuses: str) -> list[Assignment]:
        own = [each for each in self.assignments.values() if each.hit is hit]
        return [each for each in own if not statuses or each.status in statuses]

    def n_available(self, hit: Hit) -> int:
        taken = [a for a in self.assignments_of(hit) if a.status not in _FREE]
        return hit.max_assignments - len(taken)

    def is_open(self, hit: Hit) -> bool:
        return hit.expires_at > self.clock() and self.n_available(hit) > 0

    def spend(self, amount: Decimal) -> None:
        cost = amount * (1 + FEE)
        if cost > self.balance:
            raise RequestError(
                "This Requester has insufficient funds in their account.",
                "InsufficientFunds",
            )
        self.balance -= cost

    def accept(self, hit_id: str, worker: str) -> Assignment:
        """A worker takes the task, if there is room and nothing keeps them out."""
        with self.lock:
            hit = self.find_hit(hit_id)
            if not self.is_open(hit):
                raise RequestError("There is no assignment left.", "NoHITsAvailable")
            if not self.is_qualified(hit, worker):
                raise RequestError("This worker is kept out.", "NotQualified")
            if self.has_taken(hit, worker):
                raise RequestError("This worker has it already.", "AlreadyAccepted")
            known = next(iter(self.assignments_of(hit, *_FREE)), None)
            # What somebody gave back goes to the next worker under the same id.
            own_id = known.id if known else self.new_id("as")
            assignment = Assignment(own_id, hit, worker, self.clock())
            self.assignments[own_id] = assignment
            return assignment

    def has_taken(self, hit: Hit, worker: str) -> bool:
        """Nobody does the same task twice."""
        taken = [a for a in self.assignments_of(hit) if a.status not in _FREE]
        return any(each.worker == worker for each in taken)

    def tasks_of(self, worker: str, *statuses: str) -> list[Assignment]:
        """The worker's assignments in these states, the newest first."""
        own = [a for a in self.assignments.values() if a.worker == worker]
        found = [each for each in own if each.status in statuses]
        return sorted(found, key=lambda each: each.accepted_at, reverse=True)

    def hits_for(self, worker: str) -> list[Hit]:
        """What the worker may take now, the newest first."""
        return [
            hit
            for hit in reversed(self.hits.values())
            if self.is_open(hit)
            and self.is_qualified(hit, worker)
            and not self.has_taken(hit, worker)
        ]

    def is_qualified(self, hit: Hit, worker: str) -> bool:
        """By qualifications of the requester's own; the service's are not played."""
        for wish in hit.offer.get("QualificationRequirements", []):
            has = worker in self.granted.get(wish["QualificationTypeId"], set())
            if wish["Comparator"] == "DoesNotExist" and has:
                return False
            if wish["Comparator"] == "Exists" and not has:
                is_own = wish["QualificationTypeId"] in self.qualifications
                return not is_own
        return True

    def give_back(self, assignment_id: str) -> None:
        """The worker returns the task: its room is free again."""
        with self.lock:
            self.find_assignment(assignment_id).status = "Returned"

    def submit(self, assignment_id: str, /, **fields: str) -> None:
        """The worker hands in a form."""
        with self.lock:
            assignment = self.find_assignment(assignment_id)
            if assignment.status != "Accepted":
                raise RequestError("It was submitted.", "InvalidAssignmentState")
            assignment.status = "Submitted"
            assignment.submitted_at = self.clock()
            assignment.answer = write_answer(fields)
