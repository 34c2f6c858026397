"""Simulated participants that play a whole study, by the services or over HTTP."""

import http.client
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol
from urllib.parse import urlsplit

from studies.errors import StudyError
from studies.models import Concept, Response, Study
from studies.recruitment import Arrival
from studies.recruitment.simulated import Simulated
from studies.services.decks.content import picture_address
from studies.services.enrolment.joining import join_study
from studies.services.session.advancing import continue_session
from studies.services.session.answering import Submission, answer_card
from studies.services.session.questionnaires import answer_questionnaire
from studies.services.session.serving import show_session
from studies.services.simulation.learners import Learner, Theta

StateData = dict[str, Any]
WRONG_TEXT = "xx"
HTTP_TIMEOUT = 60
MAX_REQUESTS = 100_000


class Transport(Protocol):
    """A way into the study: the services themselves, or a server's API."""

    def join(self, slug: str, person: str) -> None: ...
    def show(self) -> StateData: ...
    def answer(self, body: dict[str, Any]) -> StateData: ...
    def leave_page(self) -> StateData: ...
    def answer_questions(self, answers: dict[str, str]) -> StateData: ...
    def wait(self, seconds: float) -> None: ...
    def look_at_review(self, seconds: float) -> None: ...


class ServiceTransport:
    """Through the services, with a clock of its own that needs no waiting."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._key = ""

    def join(self, slug: str, person: str) -> None:
        arrival = Arrival(recruiter=Simulated.name, person=person)
        joined = join_study(slug=slug, consent=True, arrival=arrival, now=self.now)
        self._key = joined.token

    def show(self) -> StateData:
        return asdict(show_session(token=self._key, now=self.now))

    def answer(self, body: dict[str, Any]) -> StateData:
        submission = Submission(
            phase=body["phase"],
            step=body["step"],
            text=body["answer"] or "",
            dont_know=body["dont_know"],
        )
        state = answer_card(token=self._key, submission=submission, now=self.now)
        return asdict(state)

    def leave_page(self) -> StateData:
        return asdict(continue_session(token=self._key, now=self.now))

    def answer_questions(self, answers: dict[str, str]) -> StateData:
        state = answer_questionnaire(token=self._key, answers=answers, now=self.now)
        return asdict(state)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    look_at_review = wait


class HttpError(StudyError):
    """The server answered with an error."""

    code = "http"


class HttpTransport:
    """Through a server's API, in real time; ``pace`` 0.1 lives ten times as fast."""

    def __init__(self, url: str, *, pace: float = 0.0) -> None:
        parts = urlsplit(url)
        self._secure = parts.scheme == "https"
        self._address = parts.netloc
        self._pace = pace
        self._session = ""

    def join(self, slug: str, person: str) -> None:
        recruiter = {"name": Simulated.name, "person": person}
        body = {"study": slug, "consent": True, "recruiter": recruiter}
        token = self._send("POST", "/api/v1/sessions/", body)["token"]
        self._session = f"/api/v1/sessions/{token}/"

    def show(self) -> StateData:
        return self._send("GET", self._session)

    def answer(self, body: dict[str, Any]) -> StateData:
        return self._send("POST", f"{self._session}answers/", body)

    def leave_page(self) -> StateData:
        return self._send("POST", f"{self._session}continue/", {})

    def answer_questions(self, answers: dict[str, str]) -> StateData:
        return self._send(
            "POST", f"{self._session}questionnaire/", {"answers": answers}
        )

    def wait(self, seconds: float) -> None:
        time.sleep(seconds * self._pace)

    def look_at_review(self, seconds: float) -> None:
        # The server keeps everybody there for the whole of it.
        time.sleep(seconds)

    def _send(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> StateData:
        kind = (
            http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        )
        connection = kind(self._address, timeout=HTTP_TIMEOUT)
        try:
            text = None if body is None else json.dumps(body)
            headers = {"Content-Type": "application/json"} if text else {}
            connection.request(method, path, text, headers)
            response = connection.getresponse()
            data: StateData = json.loads(response.read())
        finally:
            connection.close()
        if response.status >= 400:
            raise HttpError(f"{response.status}: {data.get('message', '')}")
        return data


@dataclass(frozen=True)
class Word:
    """What a simulated person may know of a concept."""

    number: int
    answer: str
    theta: Theta


@dataclass
class Played:
    """What became of one simulated person, and what was acknowledged to them."""

    person: str
    completion_code: str | None = None
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    fault: str = ""


def find_losses(study: Study, played: list[Played]) -> list[str]:
    """What was acknowledged to somebody and is not stored, or not exactly once."""
    losses = []
    for person in played:
        stored = Response.objects.filter(
            session__study=study,
            session__participant__identity__external_id=person.person,
            closed_at__isnull=False,
        ).values_list("phase", "step", "text")
        kept, told = sorted(stored), sorted(person.acknowledged)
        if kept != told:
            losses.append(f"{person.person}: told {len(told)}, kept {len(kept)}")
    return losses


def vocabulary_of(study: Study) -> dict[tuple[str, str], Word]:
    """The words of a study's deck by what a card shows of them."""
    concepts = study.deck_version.concepts.filter(is_practice=False)
    return {_looks(concept): _word(concept) for concept in concepts}


def _looks(concept: Concept) -> tuple[str, str]:
    return concept.prompt, picture_address(concept.picture_id) or ""


def _word(concept: Concept) -> Word:
    return Word(concept.number, concept.answer, concept.theta)


class SimulatedParticipant:
    """One simulated person on their way through one study."""

    def __init__(
        self, study: Study, learner: Learner, transport: Transport, *, person: str
    ) -> None:
        self._slug = study.slug
        self._horizon = study.horizon
        self._words = vocabulary_of(study)
        self._learner = learner
        self._transport = transport
        self._n_cards = 0
        self._leaves_at = learner.leaves_at(2 * study.n_concepts + study.horizon)
        self.played = Played(person)
        self._moves: dict[str, Callable[[StateData], object]] = {
            "card": self._answer,
            "review": self._look_at_review,
            "questionnaire": self._answer_questions,
        }

    def play(self) -> Played:
        """From consent to the completion code, or to where they leave."""
        try:
            self._transport.join(self._slug, self.played.person)
            self._go_on()
        except (StudyError, OSError, http.client.HTTPException, ValueError) as error:
            self.played.fault = f"{type(error).__name__}: {error}"
        return self.played

    def _go_on(self) -> None:
        for _ in range(MAX_REQUESTS):
            state = self._transport.show()
            if state["page"] == "completed":
                self.played.completion_code = state["completion_code"]
                return
            if state["page"] == "card" and self._n_cards == self._leaves_at:
                return
            self._moves.get(state["page"], self._leave_page)(state)

    def _leave_page(self, state: StateData) -> None:
        self._transport.leave_page()

    def _look_at_review(self, state: StateData) -> None:
        self._transport.look_at_review(state["review"]["seconds_left"])
        self._transport.leave_page()

    def _answer(self, state: StateData) -> None:
        phase, step = state["phase"], state["step"]
        self._transport.wait(self._learner.answer_seconds(self._n_cards))
        text = self._recall(state)
        body = {
            "phase": phase,
            "step": step,
            "answer": text or None,
            "dont_know": not text,
        }
        self._transport.answer(body)
        self._n_cards += 1
        self.played.acknowledged.append((phase, step, text))

    def _recall(self, state: StateData) -> str:
        card = state["card"]
        word = self._words[card["prompt"], card["picture"] or ""]
        recalled = self._learner.recalls(
            state["phase"], state["step"], self._horizon, word.number, word.theta
        )
        guess = WRONG_TEXT if word.number % 2 else ""
        return word.answer if recalled else guess

    def _answer_questions(self, state: StateData) -> None:
        required = [item for item in state["questionnaire"] if item["required"]]
        answers = {item["id"]: (item["options"] or ["fine"])[0] for item in required}
        self._transport.answer_questions(answers)
