"""Studies, participants and a clock for tests."""

from datetime import UTC, datetime, timedelta
from typing import Any

from studies.models import Arm, Questionnaire, Study, TeachingSession
from studies.models.session import Phase
from studies.models.study import StudyState
from studies.phases import QUESTION_PAGES, PageKey
from studies.recruitment import NAMEABLE, Arrival
from studies.services.decks.manifest import complete_description
from studies.services.decks.storing import DeckFile, store_deck
from studies.services.decks.tables import DeckRow
from studies.services.design.lifecycle import change_study_state
from studies.services.enrolment.joining import join_study
from studies.services.participation.questionnaires import answer_questionnaire
from studies.services.session.answering import answer_card
from studies.services.session.continuing import continue_session
from studies.services.session.serving import show_session
from studies.services.session.showing.page_context import PageContext
from studies.services.session.showing.state import State
from studies.services.session.submission import Submission
from studies.services.tokens import read_session

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
QUESTIONS = [
    {"id": "q", "kind": "choice", "label": "?", "options": ["a", "b"], "required": True}
]
WORDS = [
    "Haus", "Katze", "Garten", "Wolke", "Tisch", "Fenster", "Schule", "Zeitung",
    "Brille", "Gabel", "Mantel", "Kirche", "Berg", "Fluss", "Vogel", "Sonne",
]  # fmt: skip


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def make_row(number: int, answer: str, **changes: Any) -> DeckRow:
    values: dict[str, Any] = {
        "number": number,
        "prompt": f"prompt-{number}",
        "answer": answer,
        "article": "das",
        "plural": "",
        "alternatives": [],
        "too_general": [],
        "level": "common" if number % 2 else "rare",
        "theta": (6.0, 2.0, 0.0),
        "picture": "",
        "is_practice": False,
    }
    return DeckRow(**{**values, **changes})


def make_deck_version(
    words=WORDS, *, slug="words", rows=None, pictures=None, sounds=None
):
    written = {
        "slug": slug,
        "title": slug,
        "prompt_language": "en",
        "answer_language": "de",
    }
    about, _ = complete_description(told={}, written=written, name=slug)
    rows = rows or [make_row(i, word) for i, word in enumerate(words, start=1)]
    file = DeckFile(about, rows, pictures or {}, sounds or {})
    return store_deck(file=file, now=NOON)[0]


def make_study(*, state=StudyState.LIVE, teachers=("GR", "RD"), **changes: Any):
    values: dict[str, Any] = {
        "slug": "study",
        "title": "Study",
        "n_concepts": 3,
        "horizon": 6,
        "recruiters": list(NAMEABLE),
        "recruiter_options": {"panel": {"preset": "sona"}},
        "accepts_simulated": True,
        "shows_result": False,
        "seed": "ab" * 32,
        "consent_text": "We store what you type.",
        "contact": "ada@example.org",
        "reference_arm": teachers[0] if len(teachers) > 1 else "",
    }
    values.update(changes)
    n_places = values.pop("n_places", 10)
    if "deck_version" not in values:
        values["deck_version"] = make_deck_version()
    if "questionnaire" not in values:
        values["questionnaire"] = Questionnaire.objects.create(
            name="Q", items=QUESTIONS
        )
    study = Study.objects.create(**values)
    Arm.objects.bulk_create(
        Arm(study=study, position=i, name=code, teacher=code, n_places=n_places)
        for i, code in enumerate(teachers)
    )
    if state == StudyState.DRAFT:
        return study
    return change_study_state(study_id=study.pk, state=state)


class Person:
    """A participant driven through the services, with a clock of their own."""

    def __init__(
        self,
        study: Study,
        *,
        now: datetime = NOON,
        name: str = "",
        assignment: str = "AS1",
        arrival: Arrival | None = None,
    ) -> None:
        self.now = now
        worker = Arrival("mturk", person=name, assignment=f"{assignment}-{name}")
        self.arrival = arrival or (worker if name else Arrival())
        self.study = study
        joined = join_study(
            slug=study.slug,
            consent=True,
            is_of_age=True,
            arrival=self.arrival,
            now=now,
        )
        self.token = joined.token

    @property
    def session(self) -> TeachingSession:
        return read_session(self.token, now=self.now)

    def wait(self, number: float) -> "Person":
        self.now += seconds(number)
        return self

    def page(self) -> PageContext:
        """The page as it is, without serving anything."""
        return show_session(token=self.token, now=self.now, serve=False)

    def look(self, **options: Any) -> State:
        return show_session(token=self.token, now=self.now, **options).state

    @property
    def page_key(self) -> PageKey:
        """What the form of the page they are on would carry."""
        return PageKey.of(self.session)

    def go_on(self, leaving: PageKey | None = None, *, serve: bool = False) -> State:
        """Leave the page they are on, or one that they saw before."""
        context = continue_session(
            token=self.token,
            leaving=leaving or self.page_key,
            now=self.now,
            serve=serve,
        )
        return context.state

    def answer(self, text: str = "", *, serve: bool = False, **changes: Any) -> State:
        if not {"phase", "step"} <= changes.keys():
            session = self.session
            changes = {"phase": session.phase, "step": session.step, **changes}
        submission = Submission(text=text, **changes)
        context = answer_card(
            token=self.token, submission=submission, now=self.now, serve=serve
        )
        return context.state

    def right_answer(self) -> str:
        session = self.session
        card = session.responses.get(phase=session.phase, step=session.step)
        return card.shown.concept.answer

    def card(self, phase: str = "", step: int = 0):
        session = self.session
        return session.responses.get(
            phase=phase or session.phase, step=step or session.step
        )

    def go_to(self, phase: str, step: int = 1, *, page: str = "card") -> "Person":
        """Answer everything wrongly until ``page`` of ``phase`` and ``step``."""
        self._walk_to(phase, step, page)
        return self

    def _walk_to(self, *place: str | int) -> State:
        """As a browser with scripts, which is shown the next page in every reply."""
        state = self.look()
        for _ in range(1000):
            if (state.phase, state.step, state.page) == place:
                return state
            state = self.move(state, serve=True)
        raise AssertionError(f"never came to {place}")

    def move(self, state: State, text: str = "xx", *, serve: bool = False) -> State:
        if state.page == "card":
            return self.answer(text, serve=serve, phase=state.phase, step=state.step)
        if state.page == "review":
            self.wait(state.review.seconds_left)
        if state.page in QUESTION_PAGES:
            return self.fill_in(phase=state.phase)
        return self.go_on(PageKey(state.phase, state.stage, state.step), serve=serve)

    def fill_in(self, *, phase: str = "questionnaire", **answers: Any) -> State:
        context = answer_questionnaire(
            token=self.token,
            answers=answers or {"q": "a"},
            now=self.now,
            phase=Phase(phase),
        )
        return context.state

    def finish(self) -> State:
        return self._walk_to("completed", 0, "completed")
