"""People who try again until a server answers, and remember what it told them."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
from django.db import OperationalError, connections

from studies.models import Study
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import Participation, SimulatedParticipant
from studies.services.simulation.transports import (
    HttpError,
    HttpTransport,
    StateData,
    open_client,
)

PATIENCE_SECONDS = 120
# Every so many answers are sent twice, and once more with another text.
REPEATED = 7
CONFLICT = 409
Found = TypeVar("Found")


@dataclass
class Told:
    """What one person was told, beyond what their answers were."""

    refused: list[tuple[str, int, str]] = field(default_factory=list)
    n_retries: int = 0
    faults: list[str] = field(default_factory=list)


class PatientTransport(HttpTransport):
    """Sends again what nobody answered, and tries what must not be possible."""

    def __init__(self, client: httpx.Client, *, repeats: bool) -> None:
        super().__init__(client)
        self.told = Told()
        self._repeats = repeats
        self._n_answers = 0

    def answer(self, body: dict[str, Any]) -> StateData:
        path = f"{self._session}answers/"
        try:
            first = self._send("POST", path, body)
        except HttpError as error:
            if error.answered != CONFLICT:
                raise
            # The card was closed while the server was away: nothing was acknowledged.
            self.told.refused.append(
                (body["phase"], body["step"], body["answer"] or "")
            )
            return self.show()
        self._n_answers += 1
        if self._repeats and self._n_answers % REPEATED == 0:
            self._repeat(path, body, first)
        return self.show()

    def _repeat(self, path: str, body: dict[str, Any], first: StateData) -> None:
        where = f"{body['phase']} {body['step']}"
        if not _agree(first, again := self._send("POST", path, body)):
            self.told.faults.append(
                f"{where}: first {_verdict(first)}, sent again {_verdict(again)}"
            )
        try:
            self._send("POST", path, {**body, "answer": "other", "dont_know": False})
        except HttpError as error:
            if error.answered == CONFLICT:
                return
        self.told.faults.append(f"{where}: another text was taken after the first")

    def _send(self, *request: Any) -> StateData:
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return super()._send(*request)
            except (httpx.TransportError, HttpError) as error:
                is_away = not isinstance(error, HttpError) or error.answered >= 500
                if not is_away or time.monotonic() > until:
                    raise
            self.told.n_retries += 1
            time.sleep(0.5)


def _agree(first: StateData, again: StateData) -> bool:
    """Whether two replies say the same, though a sweep may have ended the review."""
    reviews = [_verdict(first), _verdict(again)]
    is_same = None in reviews or reviews[0] == reviews[1]
    return is_same and _receipt(first) == _receipt(again)


def _receipt(state: StateData) -> StateData:
    """What became of the answer; a careless server says nothing of it."""
    return state.get("receipt") or {}


def _verdict(state: StateData) -> StateData | None:
    """What a reply says of an answer: in quizzes nothing but that it was taken."""
    review = state.get("review")
    return review and {
        name: value for name, value in review.items() if name != "seconds_left"
    }


@dataclass(frozen=True)
class Person:
    participant: SimulatedParticipant
    way: PatientTransport


@dataclass(frozen=True)
class Played:
    """What somebody did and was told, for whoever compares it with the rows."""

    participation: Participation
    told: Told

    def acknowledged(self) -> Participation:
        """Without the answers that the server did not take."""
        mine = self.participation
        taken = [one for one in mine.acknowledged if one not in self.told.refused]
        return Participation(mine.person, mine.completion_code, taken, mine.fault)


def play_crowd(
    study: Study, url: str, *, seed: int, n_people: int, repeats: bool
) -> list[Played]:
    """People who take part at the same time, from consent to the code."""
    with (
        open_client(url, at_once=n_people) as client,
        ThreadPoolExecutor(n_people) as pool,
    ):
        ways = [PatientTransport(client, repeats=repeats) for _ in range(n_people)]
        people = patiently(lambda: _invite(study, ways, seed))
        return list(pool.map(_play, people))


def patiently(ask: Callable[[], Found]) -> Found:
    """What ``ask`` finds in a database that may be away for a moment."""
    while True:
        try:
            return ask()
        except OperationalError:
            connections.close_all()
            time.sleep(0.2)


def _invite(study: Study, ways: list[PatientTransport], seed: int) -> list[Person]:
    return [
        Person(
            SimulatedParticipant(
                study,
                create_learner(seed=seed, index=index),
                way,
                person=f"sim-{seed}-{index}",
            ),
            way,
        )
        for index, way in enumerate(ways)
    ]


def _play(person: Person) -> Played:
    return Played(person.participant.play(), person.way.told)
