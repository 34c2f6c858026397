"""The participant's journey as data, and the one page a session is on."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from studies.models import TeachingSession
from studies.models.session import CARD_PHASES, Phase, Stage


@dataclass(frozen=True)
class PhaseRule:
    """What happens in a phase; how many and how long is in the session's settings."""

    phase: Phase
    introduced: bool = False
    reviewed: bool = False

    @property
    def has_cards(self) -> bool:
        return self.phase in CARD_PHASES


JOURNEY = (
    PhaseRule(Phase.QUESTIONS_BEFORE),
    PhaseRule(Phase.INSTRUCTIONS),
    PhaseRule(Phase.PREQUIZ, introduced=True),
    PhaseRule(Phase.LEARNING, introduced=True, reviewed=True),
    PhaseRule(Phase.POSTQUIZ, introduced=True),
    PhaseRule(Phase.QUESTIONNAIRE),
    PhaseRule(Phase.RESULT),
    PhaseRule(Phase.DEBRIEF),
    PhaseRule(Phase.COMPLETED),
)
_ORDER = [rule.phase for rule in JOURNEY]
RULES = {rule.phase.value: rule for rule in JOURNEY}


class Page(StrEnum):
    """What a participant sees."""

    QUESTIONS_BEFORE = "questions_before"
    INSTRUCTIONS = "instructions"
    INTRODUCTION = "introduction"
    WAITING = "waiting"
    CARD = "card"
    REVIEW = "review"
    QUESTIONNAIRE = "questionnaire"
    RESULT = "result"
    DEBRIEF = "debrief"
    COMPLETED = "completed"
    WITHDRAWN = "withdrawn"
    SCREENED_OUT = "screened_out"
    CLOSED = "closed"
    STOPPED = "stopped"


QUESTION_PAGES = (Page.QUESTIONS_BEFORE, Page.QUESTIONNAIRE)


class PageKey(NamedTuple):
    """What tells one page of a session from every other: the key of leaving it."""

    phase: str
    stage: str
    step: int

    @classmethod
    def of(cls, session: TeachingSession) -> "PageKey":
        return cls(session.phase, session.stage, session.step)


_STAGE_PAGES = {
    Stage.INTRODUCTION.value: Page.INTRODUCTION,
    Stage.CARDS.value: Page.CARD,
    Stage.REVIEW.value: Page.REVIEW,
}


def next_phase(phase: str) -> Phase:
    """The phase after ``phase``."""
    return _ORDER[_ORDER.index(Phase(phase)) + 1]


def has_passed(phase: str, *, of: str) -> bool:
    """Whether somebody in ``phase`` of the journey has left ``of`` behind them."""
    return phase in _ORDER and _ORDER.index(Phase(phase)) > _ORDER.index(Phase(of))


def page_of(session: TeachingSession, *, now: datetime) -> Page:
    """The one page ``session`` is on."""
    if session.is_cut_off:
        return Page.CLOSED
    if session.has_ended:
        return Page(session.phase)
    if session.is_shut(now=now):
        return Page.CLOSED
    if session.is_stopped:
        return Page.STOPPED
    if not RULES[session.phase].has_cards:
        return Page(session.phase)
    if session.stage == Stage.INTRODUCTION and is_waiting(session, now=now):
        return Page.WAITING
    return _STAGE_PAGES[session.stage]


def is_waiting(session: TeachingSession, *, now: datetime) -> bool:
    """Whether the phase has an opening time that has not come yet."""
    return session.opens_at is not None and now < session.opens_at
