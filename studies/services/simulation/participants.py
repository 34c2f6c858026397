"""Simulated participants, who play a whole study from consent to the end."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import httpx

from studies.errors import StudyError
from studies.models import Concept, Response, Study, TeachingSession
from studies.models.questions import QuestionKind
from studies.models.response import Outcome
from studies.models.session import ENDED, Phase
from studies.recruitment.simulated import Simulated
from studies.services.decks.content import content_of
from studies.services.simulation.habits import Habits
from studies.services.simulation.learners import Learner, Theta
from studies.services.simulation.questions import usual_answer, welcome_answers
from studies.services.simulation.transports import StateData, Transport

MAX_REQUESTS = 100_000
# Phase, step and text.
Answer = tuple[str, int, str]


@dataclass(frozen=True)
class Word:
    """What a simulated person may know of a concept."""

    number: int
    answer: str
    theta: Theta


@dataclass
class Participation:
    """What became of one simulated person, and what was acknowledged to them."""

    person: str
    completion_code: str | None = None
    acknowledged: list[Answer] = field(default_factory=list)
    fault: str = ""


def find_losses(study: Study, participations: list[Participation]) -> list[str]:
    """What was acknowledged to somebody and is not stored, or not exactly once."""
    losses = []
    for one in participations:
        stored = Response.objects.filter(
            session__study=study,
            session__participant__identity__external_id=one.person,
            closed_at__isnull=False,
        )
        kept = sorted(answer for card in stored for answer in _answers_in(card))
        told = sorted(one.acknowledged)
        if kept != told:
            numbers = f"told {len(told)}, kept {len(kept)}"
            losses.append(f"{one.person}: {numbers}, {_differences(told, kept)}")
    return losses


def _differences(told: list[Answer], kept: list[Answer]) -> str:
    lost, made_up = Counter(told) - Counter(kept), Counter(kept) - Counter(told)
    return f"not kept {sorted(lost)}, not told {sorted(made_up)}"


def _answers_in(card: Response) -> list[Answer]:
    """What somebody sent for a card: nothing, if only a sweep ever closed it."""
    text = card.late_text if card.outcome == Outcome.MISSED else card.text
    return [] if text is None else [(card.phase, card.step, text)]


def find_interrupted(study: Study, person: str) -> TeachingSession | None:
    """The session that a simulated person has begun before."""
    return study.sessions.filter(
        participant__identity__recruiter=Simulated.name,
        participant__identity__external_id=person,
    ).first()


def vocabulary_of(study: Study) -> dict[tuple[str, str], Word]:
    """The words of a study's deck by what a card shows of them."""
    return {
        (concept.prompt, concept.picture_address or ""): Word(
            concept.number, concept.expected.answers[0].text, concept.theta
        )
        for concept in content_of(study.deck_version).taught
    }


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
        self._welcome = welcome_answers(study)
        self._learner = learner
        self._habits = Habits(learner.seed)
        self._transport = transport
        self._n_cards = 0
        self._leaves_at = learner.leaves_at(2 * study.n_concepts + study.horizon)
        self.participation = Participation(person)
        self._moves: dict[str, Callable[[StateData], StateData]] = {
            "card": self._answer,
            "review": self._look_at_review,
            "questions_before": self._answer_questions,
            "waiting": self._sit_out,
            "questionnaire": self._answer_questions,
        }

    def play(self) -> Participation:
        """From consent to the completion code, or to where they leave or fail."""
        try:
            return self.take_part()
        except (StudyError, httpx.HTTPError, OSError, ValueError) as error:
            self.participation.fault = f"{type(error).__name__}: {error}"
        return self.participation

    def take_part(self) -> Participation:
        """The same, but what goes wrong is raised."""
        gadget = self._habits.gadget
        self._transport.join(self._slug, self.participation.person, gadget)
        self._go_on()
        return self.participation

    def take_up(self, cards: Iterable[Response]) -> None:
        """Know again what was answered before the session was interrupted.

        The text does not tell: people slip. Their luck is the same as it was.
        """
        for card in sorted(cards, key=lambda card: card.step):
            self._n_cards += 1
            if card.phase == Phase.LEARNING:
                self._recalls(card.phase, card.step, _word(card.shown.concept))

    def _go_on(self) -> None:
        state = self._transport.show()
        for _ in range(MAX_REQUESTS):
            if state["page"] in ENDED:
                self.participation.completion_code = state["completion_code"]
                return
            if state["page"] == "card" and self._n_cards == self._leaves_at:
                return self._transport.leave()
            state = self._moves.get(state["page"], self._leave_page)(state)

    def _leave_page(self, state: StateData) -> StateData:
        return self._transport.leave_page(state)

    def _look_at_review(self, state: StateData) -> StateData:
        self._transport.sit_out(state["review"]["seconds_left"])
        return self._transport.leave_page(state)

    def _sit_out(self, state: StateData) -> StateData:
        self._transport.sit_out(state["opens_in_seconds"])
        return self._transport.show()

    def _answer(self, state: StateData) -> StateData:
        phase, step, card = state["phase"], state["step"], self._n_cards
        seconds = self._learner.answer_seconds(card)
        self._transport.wait(seconds)
        text = self._think_of(state)
        body = {
            "phase": phase,
            "step": step,
            "answer": text or None,
            "dont_know": not text,
            "client": self._habits.client(text, card, seconds),
        }
        shown = self._transport.answer(body)
        self._n_cards += 1
        self.participation.acknowledged.append((phase, step, text))
        if events := self._habits.events(text, card, phase=phase, step=step):
            self._transport.tell(events)
        return shown

    def _think_of(self, state: StateData) -> str:
        card = state["card"]
        word = self._words[card["prompt"], card["picture"] or ""]
        if self._recalls(state["phase"], state["step"], word):
            return self._habits.types(word.answer, self._n_cards)
        others = [one.answer for one in self._words.values() if one != word]
        return self._habits.guesses(others, self._n_cards)

    def _recalls(self, phase: str, step: int, word: Word) -> bool:
        return self._learner.recalls(
            phase, step, self._horizon, word.number, word.theta
        )

    def _answer_questions(self, state: StateData) -> StateData:
        answers = {
            item["id"]: self._welcome.get(item["id"]) or usual_answer(item)
            for item in state["questionnaire"]
            if item["kind"] != QuestionKind.PLAIN
        }
        return self._transport.answer_questions(state["phase"], answers)
