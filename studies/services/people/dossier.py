"""Everything about one participant that their page shows."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import cached_property

from studies.errors import NotFoundError
from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    CompletionCode,
    Concept,
    ExclusionDecision,
    ParticipantNote,
    QuestionnaireAnswer,
    Response,
    Study,
    TeachingSession,
)
from studies.models.log import EventKind, LogKind
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES, Phase
from studies.services.hash_chain import find_log_fault
from studies.services.people.belief import Belief, recall_believed
from studies.services.people.flags import Flag, explain_flags, find_broken_rules
from studies.services.people.habits import tell_device
from studies.services.people.listing import flags_of
from studies.services.people.looks import hides_outcomes
from studies.services.people.measures import Measures, read_measures
from studies.services.people.timeline import (
    HIDDEN,
    Timeline,
    build_timeline,
    tell_outcome,
)
from studies.services.session.settings import settings_of

MOST_EVENTS = 200
_Shown = Mapping[tuple[str, int], datetime]


@dataclass(frozen=True)
class Verdict:
    """What became of an answer, by which rule, and what the teacher had expected."""

    expected: str
    outcome: str | None
    rule: str
    distance: int | None
    too_general: str
    believed: float | None

    @property
    def words(self) -> str:
        return tell_outcome(self.outcome)

    @property
    def rule_words(self) -> str:
        return self.rule.replace("_", " ")


@dataclass(frozen=True)
class CardRow:
    """A card with its concept and what was typed; no verdict while it is hidden.

    What was typed after the allocation tells what was learnt, and is hidden with it.
    ``seconds`` are since it was shown first, also of a card that was taken back.
    """

    phase: str
    step: int
    position: int
    concept: str
    text: str | None
    late_text: str | None
    at: datetime
    seconds: float | None
    verdict: Verdict | None

    @property
    def outcome(self) -> str | None:
        return self.verdict.outcome if self.verdict else HIDDEN

    @property
    def is_text_hidden(self) -> bool:
        return self.text is None


@dataclass(frozen=True)
class Remark:
    """What somebody of the team decided or noted, and when."""

    at: datetime
    decision: ExclusionDecision | None = None
    note: ParticipantNote | None = None


@dataclass(frozen=True)
class Dossier:
    """One participant: what happened, and what was decided."""

    session: TeachingSession
    measures: Measures
    cards: list[CardRow]
    concepts: list[str]
    belief: Belief | None
    log_fault: str
    is_hidden: bool

    @property
    def pseudonym(self) -> str:
        return self.session.participant.pseudonym

    @cached_property
    def flags(self) -> tuple[Flag, ...]:
        return flags_of(self.session.study, self.measures)

    @cached_property
    def flag_notes(self) -> list[str]:
        """What follows from the flags, where their words do not say it."""
        return explain_flags(self.flags)

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
    def remarks(self) -> list[Remark]:
        """Decisions and notes as they came."""
        decided = [Remark(each.at, decision=each) for each in self.decisions]
        noted = [Remark(each.at, note=each) for each in self.notes]
        return sorted([*decided, *noted], key=lambda remark: remark.at)

    @cached_property
    def questionnaire(self) -> list[tuple[str, QuestionnaireAnswer]]:
        """What they answered, each with what was asked when they consented."""
        settings = settings_of(self.session)
        asked = [*settings.questions_before, *settings.questionnaire]
        words = {item.get("id"): item.get("label") for item in asked}
        answers = self.session.questionnaire_answers.order_by("pk")
        return [(words.get(answer.item) or answer.item, answer) for answer in answers]

    @cached_property
    def device(self) -> str:
        return tell_device(self.session)

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
        counted = Counter(kinds).most_common()
        return [(EventKind(kind).label, number) for kind, number in counted]


def find_participant(study: Study, pseudonym: str) -> TeachingSession:
    """The session of ``pseudonym`` in ``study``."""
    sessions = study.sessions.select_related("study", "participant", "arm")
    session = sessions.filter(participant__pseudonym=pseudonym).first()
    if session is None:
        raise NotFoundError
    return session


def open_dossier(session: TeachingSession, *, has_looked: bool = False) -> Dossier:
    """Everything about the participant of ``session``.

    Outcomes and what follows from them are left out where they are hidden, unless
    somebody has just looked.
    """
    sessions = TeachingSession.objects.filter(pk=session.pk)
    is_hidden = hides_outcomes(session.study, session.purpose) and not has_looked
    responses = _read_responses(session)
    belief = None if is_hidden else _read_belief(session, responses)
    concepts = session.concepts.select_related("concept").order_by("position")
    names = _name([shown.concept for shown in concepts])
    return Dossier(
        session=session,
        measures=read_measures(sessions)[session.pk],
        cards=_judged(
            responses,
            belief,
            names,
            is_hidden=is_hidden,
            shown=_read_shown(session),
        ),
        concepts=[names[shown.concept_id] for shown in concepts],
        belief=belief,
        log_fault=find_log_fault(session),
        is_hidden=is_hidden,
    )


def _name(concepts: Sequence[Concept]) -> dict[int, str]:
    """What tells each concept from the others: what is asked, or else the answer."""
    prompts = {concept.prompt for concept in concepts}
    are_told_apart = len(prompts) == len(concepts) and all(prompts)
    return {
        concept.pk: concept.prompt if are_told_apart else concept.answer
        for concept in concepts
    }


def _read_responses(session: TeachingSession) -> list[Response]:
    rows = session.responses.select_related("shown__concept").defer("decision")
    return sorted(
        rows, key=lambda card: (CARD_PHASES.index(Phase(card.phase)), card.step)
    )


def _read_shown(session: TeachingSession) -> _Shown:
    """When each card was shown first; one that was taken back is served once more."""
    served = session.log.filter(kind=LogKind.SERVED, payload__isnull=False)
    newest_first = served.order_by("-number").values_list("payload", "at")
    told = ((json.loads(payload or "{}"), at) for payload, at in newest_first)
    return {(card["phase"], card["step"]): at for card, at in told}


def _read_belief(
    session: TeachingSession, responses: Sequence[Response]
) -> Belief | None:
    taught = [card for card in responses if _is_taught(card)]
    return recall_believed(
        session.teaching,
        [card.shown.position for card in taught],
        [card.outcome == Outcome.CORRECT for card in taught],
    )


def _is_taught(card: Response) -> bool:
    return card.phase == Phase.LEARNING and card.is_closed


def _judged(
    responses: Sequence[Response],
    belief: Belief | None,
    names: Mapping[int, str],
    *,
    is_hidden: bool,
    shown: _Shown,
) -> list[CardRow]:
    """The cards in their order, each with its verdict unless that is hidden."""
    believed = iter(belief.when_shown if belief else ())
    verdicts = [
        None
        if is_hidden
        else _verdict(card, next(believed, None) if _is_taught(card) else None)
        for card in responses
    ]
    return [
        _row(card, verdict, shown, name=names[card.shown.concept_id])
        for card, verdict in zip(responses, verdicts, strict=True)
    ]


def _verdict(card: Response, believed: float | None) -> Verdict:
    concept = card.shown.concept
    return Verdict(
        expected=f"{concept.article} {concept.answer}".strip(),
        outcome=card.outcome,
        rule=card.rule,
        distance=card.distance,
        too_general=card.too_general,
        believed=believed,
    )


def _row(
    card: Response, verdict: Verdict | None, shown: _Shown, *, name: str
) -> CardRow:
    is_told = verdict is not None or card.phase == Phase.PREQUIZ
    return CardRow(
        phase=card.phase,
        step=card.step,
        position=card.shown.position,
        concept=name,
        text=card.text if is_told else None,
        late_text=card.late_text if is_told else None,
        at=card.closed_at or card.served_at or card.chosen_at,
        seconds=_seconds_open(card, shown),
        verdict=verdict,
    )


def _seconds_open(card: Response, shown: _Shown) -> float | None:
    shown_at = shown.get((card.phase, card.step), card.served_at)
    if card.closed_at is None or shown_at is None:
        return None
    return (card.closed_at - shown_at).total_seconds()
