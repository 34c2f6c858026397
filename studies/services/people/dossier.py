"""Everything about one participant that their page shows."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import cached_property

from studies.errors import NotFoundError
from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    CompletionCode,
    ExclusionDecision,
    ParticipantNote,
    QuestionnaireAnswer,
    Study,
    TeachingSession,
)
from studies.models.log import EventKind
from studies.services.blinding import hides_outcomes
from studies.services.hash_chain import find_log_fault
from studies.services.people.belief import Belief
from studies.services.people.flags import Flag, explain_flags, find_broken_rules
from studies.services.people.habits import tell_device
from studies.services.people.listing import flags_of, tell_phase
from studies.services.people.lost import find_lost
from studies.services.people.measures import Measures, read_measures
from studies.services.people.shown_cards import (
    CardRow,
    judge_cards,
    name_concepts,
    read_belief,
    read_responses,
)
from studies.services.people.timeline import Timeline, build_timeline
from studies.services.session.settings import settings_of

MOST_EVENTS = 200


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

    @property
    def phase_words(self) -> str:
        is_erased = self.session.erased_at is not None
        return tell_phase(self.session.phase, is_erased=is_erased)

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
    def lost(self) -> str:
        """That the recruiter counts their submission as lost, in words."""
        own = TeachingSession.objects.filter(pk=self.session.pk)
        return find_lost(own).get(self.session.pk, "")

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
    responses = read_responses(session)
    belief = None if is_hidden else read_belief(session, responses)
    concepts = session.concepts.select_related("concept").order_by("position")
    names = name_concepts([shown.concept for shown in concepts])
    return Dossier(
        session=session,
        measures=read_measures(sessions)[session.pk],
        cards=judge_cards(session, responses, belief, names, is_hidden=is_hidden),
        concepts=[names[shown.concept_id] for shown in concepts],
        belief=belief,
        log_fault=find_log_fault(session),
        is_hidden=is_hidden,
    )
