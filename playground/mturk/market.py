"""What the service knows: tasks, assignments, payments, qualifications.

Everything is in memory, and every change is made under one lock.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from typing import Any

from playground.mturk.answers import write_answer
from playground.mturk.errors import RequestError, ServiceFaultError

PLAY_MONEY = Decimal("10000.00")
FEE = Decimal("0.20")


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
    tokens: dict[str, str] = field(default_factory=dict)
    # How the next requests fail, before or after they are obeyed; None does not.
    faults_before: list[ServiceFaultError | None] = field(default_factory=list)
    faults_after: list[ServiceFaultError | None] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def new_id(self, kind: str) -> str:
        return f"3{kind.upper()}{next(self._numbers):026d}"[:30]

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
        taken = [a for a in self.assignments_of(hit) if a.status != "Returned"]
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
            assignment = Assignment(self.new_id("as"), hit, worker, self.clock())
            self.assignments[assignment.id] = assignment
            return assignment

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

    def submit(self, assignment_id: str, **fields: str) -> None:
        """The worker hands in a form."""
        with self.lock:
            assignment = self.find_assignment(assignment_id)
            if assignment.status != "Accepted":
                raise RequestError("It was submitted.", "InvalidAssignmentState")
            assignment.status = "Submitted"
            assignment.submitted_at = self.clock()
            assignment.answer = write_answer(fields)
