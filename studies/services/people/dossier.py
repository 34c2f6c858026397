"""Everything about one participant that their page shows."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from studies.errors import NotFoundError
from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    CompletionCode,
    ExclusionDecision,
    ParticipantNote,
    QuestionnaireAnswer,
    Response,
    Study,
    TeachingSession,
)
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES, Phase
from studies.services.hash_chain import find_log_fault
from studies.services.people.belief import Belief, recall_believed
from studies.services.people.flags import Flag, find_broken_rules
from studies.services.people.listing import flags_of
from studies.services.people.measures import Measures, read_measures
from studies.services.people.timeline import (
    Timeline,
    build_timeline,
    tell_outcome,
)

MOST_EVENTS = 200


@dataclass(frozen=True)
class CardRow:
    """A card with the concept it is about and what became of it."""

    response: Response
    prompt: str
    answer: str
    believed: float | None = None

    @property
    def phase(self) -> str:
        return self.response.phase

    @property
    def step(self) -> int:
        return self.response.step

    @property
    def position(self) -> int:
        return self.response.shown.position

    @property
    def outcome(self) -> str | None:
        return self.response.outcome

    @property
    def outcome_words(self) -> str:
        return tell_outcome(self.outcome)

    @property
    def at(self) -> datetime:
        card = self.response
        return card.closed_at or card.served_at or card.chosen_at

    @property
    def seconds(self) -> float | None:
        """How long the card was open."""
        card = self.response
        if card.closed_at is None or card.served_at is None:
            return None
        return (card.closed_at - card.served_at).total_seconds()


@dataclass(frozen=True)
class Dossier:
    """One participant: what happened, and what was decided."""

    session: TeachingSession
    measures: Measures
    cards: list[CardRow]
    concepts: list[str]
    belief: Belief | None
    log_fault: str

    @property
    def pseudonym(self) -> str:
        return self.session.participant.pseudonym

    @cached_property
    def flags(self) -> tuple[Flag, ...]:
        return flags_of(self.session.study, self.measures)

    @cached_property
    def broken_rules(self) -> list[str]:
        rules = self.session.study.exclusion_rules
        return list(find_broken_rules(self.measures, rules))

    @cached_property
    def timeline(self) -> Timeline:
        return build_timeline(
            self.measures.journey, self.cards, n_concepts=len(self.concepts)
        )

    @cached_property
    def decisions(self) -> list[ExclusionDecision]:
        return list(self.session.exclusions.all())

    @cached_property
    def notes(self) -> list[ParticipantNote]:
        return list(self.session.notes.all())

    @cached_property
    def questionnaire(self) -> list[QuestionnaireAnswer]:
        return list(self.session.questionnaire_answers.order_by("pk"))

    @cached_property
    def codes(self) -> list[CompletionCode]:
        return list(self.session.codes.order_by("pk"))

    @cached_property
    def arrivals(self) -> list[ArrivalRecord]:
        """When and how they came; with which assignment is for few to see."""
        return list(self.session.arrivals.defer("assignment").order_by("pk"))

    @cached_property
    def events(self) -> list[BrowserEvent]:
        """The first of them; ``event_counts`` has all."""
        return list(self.session.events.order_by("pk")[:MOST_EVENTS])

    @cached_property
    def event_counts(self) -> list[tuple[str, int]]:
        kinds = self.session.events.order_by().values_list("kind", flat=True)
        return Counter(kinds).most_common()


def find_participant(study: Study, pseudonym: str) -> TeachingSession:
    """The session of ``pseudonym`` in ``study``."""
    sessions = study.sessions.select_related("study", "participant", "arm")
    session = sessions.filter(participant__pseudonym=pseudonym).first()
    if session is None:
        raise NotFoundError
    return session


def open_dossier(session: TeachingSession) -> Dossier:
    """Everything about the participant of ``session``."""
    sessions = TeachingSession.objects.filter(pk=session.pk)
    belief, cards = _read_cards(session)
    concepts = session.concepts.select_related("concept").order_by("position")
    return Dossier(
        session=session,
        measures=read_measures(sessions)[session.pk],
        cards=cards,
        concepts=[shown.concept.prompt for shown in concepts],
        belief=belief,
        log_fault=find_log_fault(session),
    )


def _read_cards(session: TeachingSession) -> tuple[Belief | None, list[CardRow]]:
    rows = session.responses.select_related("shown__concept").defer("decision")
    cards = sorted(
        rows, key=lambda card: (CARD_PHASES.index(Phase(card.phase)), card.step)
    )
    taught = [card for card in cards if card.phase == Phase.LEARNING and card.is_closed]
    belief = recall_believed(
        session.teaching,
        [card.shown.position for card in taught],
        [card.outcome == Outcome.CORRECT for card in taught],
    )
    believed = dict(
        zip((card.pk for card in taught), belief.when_shown, strict=True)
        if belief
        else ()
    )
    return belief, [
        CardRow(
            response=card,
            prompt=card.shown.concept.prompt,
            answer=f"{card.shown.concept.article} {card.shown.concept.answer}".strip(),
            believed=believed.get(card.pk),
        )
        for card in cards
    ]
