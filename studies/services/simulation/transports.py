"""Ways into a study: through the services themselves, or through a server's API."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Protocol

import httpx

from studies.errors import StudyError
from studies.models import AccessToken
from studies.models.session import Phase
from studies.phases import PageKey
from studies.recruitment import Arrival
from studies.recruitment.simulated import Simulated
from studies.services.enrolment.devices import classify_device
from studies.services.enrolment.joining import join_study
from studies.services.participation.events import Event, store_events
from studies.services.participation.questionnaires import answer_questionnaire
from studies.services.session.answering import answer_card
from studies.services.session.continuing import continue_session
from studies.services.session.serving import show_session
from studies.services.session.submission import Submission
from studies.services.session.sweeping import patience_ends_at, sweep_idle
from studies.services.simulation.habits import Gadget
from studies.services.tokens import digest_token, sign_simulated

StateData = dict[str, Any]
Answers = dict[str, str | list[str]]
TIMEOUT_SECONDS = 60
# Shorter than servers keep an idle connection, so that none is used as it closes.
KEPT_SECONDS = 1


class Transport(Protocol):
    """A way into a study. What is done there shows the page that comes next."""

    def join(self, slug: str, person: str, gadget: Gadget) -> None: ...
    def show(self) -> StateData: ...
    def answer(self, body: dict[str, Any]) -> StateData: ...
    def tell(self, events: Sequence[Event]) -> None: ...
    def leave_page(self, state: StateData) -> StateData: ...
    def answer_questions(self, phase: str, answers: Answers) -> StateData: ...
    def wait(self, seconds: float) -> None: ...
    def sit_out(self, seconds: float) -> None: ...
    def leave(self) -> None: ...


class ServiceTransport:
    """Through the services, with a clock of its own that needs no waiting."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._key = ""

    def join(self, slug: str, person: str, gadget: Gadget) -> None:
        joined = join_study(
            slug=slug,
            consent=True,
            is_of_age=True,
            arrival=Arrival(Simulated.name, person, assignment=sign_simulated(person)),
            device=classify_device(**asdict(gadget)),
            now=self.now,
        )
        self._key = joined.token

    def show(self) -> StateData:
        return asdict(show_session(token=self._key, now=self.now).state)

    def answer(self, body: dict[str, Any]) -> StateData:
        submission = Submission(
            phase=body["phase"],
            step=body["step"],
            text=body["answer"] or "",
            dont_know=body["dont_know"],
            client=body["client"],
        )
        context = answer_card(
            token=self._key, submission=submission, now=self.now, serve=True
        )
        return asdict(context.state)

    def tell(self, events: Sequence[Event]) -> None:
        store_events(token=self._key, events=events, now=self.now)

    def leave_page(self, state: StateData) -> StateData:
        leaving = PageKey(**_key_of(state))
        context = continue_session(
            token=self._key, leaving=leaving, now=self.now, serve=True
        )
        return asdict(context.state)

    def answer_questions(self, phase: str, answers: Answers) -> StateData:
        context = answer_questionnaire(
            token=self._key, answers=answers, now=self.now, phase=Phase(phase)
        )
        return asdict(context.state)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    sit_out = wait

    def leave(self) -> None:
        """Their time runs ahead: for long nobody else would notice that they went."""
        token = AccessToken.objects.select_related("session")
        session = token.get(digest=digest_token(self._key)).session
        self.now = patience_ends_at(session) + timedelta(seconds=1)
        sweep_idle(session.pk, now=self.now)


class HttpError(StudyError):
    """The server answered with an error."""

    code = "http"

    def __init__(self, response: httpx.Response) -> None:
        self.answered = response.status_code
        super().__init__(f"{self.answered}: {_message(response)}")


def open_client(url: str, *, at_once: int) -> httpx.Client:
    """Connections to a server for so many people at once, kept from call to call."""
    limits = httpx.Limits(
        max_connections=at_once,
        max_keepalive_connections=at_once,
        keepalive_expiry=KEPT_SECONDS,
    )
    return httpx.Client(base_url=url, limits=limits, timeout=TIMEOUT_SECONDS)


class HttpTransport:
    """Through a server's API, in real time; ``pace`` 0.1 lives ten times as fast."""

    def __init__(self, client: httpx.Client, *, pace: float = 0.0) -> None:
        self._client = client
        self._pace = pace
        self._session = ""

    def join(self, slug: str, person: str, gadget: Gadget) -> None:
        recruiter = {
            "name": Simulated.name,
            "person": person,
            "assignment": sign_simulated(person),
        }
        body = {
            "study": slug,
            "consent": True,
            "is_of_age": True,
            "recruiter": recruiter,
            "device": {"viewport": gadget.viewport, "touch": gadget.touch},
        }
        agent = {"User-Agent": gadget.user_agent}
        token = self._send("POST", "/api/v1/sessions/", body, agent)["token"]
        self._session = f"/api/v1/sessions/{token}/"

    def show(self) -> StateData:
        return self._send("GET", self._session)

    def answer(self, body: dict[str, Any]) -> StateData:
        self._send("POST", f"{self._session}answers/", body)
        return self.show()

    def tell(self, events: Sequence[Event]) -> None:
        rows = [
            {"kind": event.kind, "phase": event.phase, "step": event.step}
            for event in events
        ]
        self._send("POST", f"{self._session}events/", {"events": rows})

    def leave_page(self, state: StateData) -> StateData:
        self._send("POST", f"{self._session}continue/", _key_of(state))
        return self.show()

    def answer_questions(self, phase: str, answers: Answers) -> StateData:
        body = {"phase": phase, "answers": answers}
        self._send("POST", f"{self._session}questionnaire/", body)
        return self.show()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds * self._pace)

    def sit_out(self, seconds: float) -> None:
        # The server keeps everybody where they are for the whole of it.
        time.sleep(seconds)

    def leave(self) -> None:
        """The server notices by itself."""

    def _send(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> StateData:
        response = self._client.request(method, path, json=body, headers=headers)
        if response.is_error:
            raise HttpError(response)
        data: StateData = response.json()
        return data


def _key_of(state: StateData) -> dict[str, Any]:
    return {name: state[name] for name in PageKey._fields}


def _message(response: httpx.Response) -> str:
    try:
        return str(response.json()["message"])
    except (ValueError, KeyError, TypeError):
        # Not of the app: a proxy's page, perhaps.
        return response.reason_phrase
