"""How long a study takes, and how much of it is left."""

import math
from dataclasses import dataclass

from studies.models import Study, TeachingSession
from studies.models.session import CARD_PHASES, QUESTION_PHASES, Phase, Stage
from studies.phases import RULES
from studies.services.session.settings import SessionSettings, freeze_settings

# What people need where nothing in the settings says it.
USUAL_THINKING_SECONDS = 7.0
LONGEST_THINKING_SECONDS = 15.0
READING_SECONDS = 90.0
QUESTION_SECONDS = 10.0
_AFTER_PARTS = (Phase.QUESTIONNAIRE, Phase.DEBRIEF, Phase.COMPLETED)


@dataclass(frozen=True)
class Duration:
    """Minutes from the instructions to the code, without a break between parts."""

    usual_minutes: int
    most_minutes: int


@dataclass(frozen=True)
class Progress:
    """How far somebody is; ``part`` is 0 outside the three parts."""

    part: int
    step: int
    n_steps: int
    minutes_left: int
    n_parts: int = len(CARD_PHASES)


def duration_of(study: Study) -> Duration:
    """What the join page says, from the settings."""
    settings = freeze_settings(study)
    usual = _seconds_of_parts(settings, usual=True) + READING_SECONDS
    most = _seconds_of_parts(settings, usual=False) + 2 * READING_SECONDS
    questions = _seconds_of_questions(settings, *QUESTION_PHASES)
    return Duration(_minutes(usual + questions), _minutes(most + 2 * questions))


def progress_of(session: TeachingSession, settings: SessionSettings) -> Progress:
    """Where ``session`` is on its way."""
    phase = Phase(session.phase)
    return Progress(
        part=CARD_PHASES.index(phase) + 1 if phase in CARD_PHASES else 0,
        step=session.step,
        n_steps=settings.n_steps(phase),
        minutes_left=_minutes(_seconds_left(session, settings)),
    )


def _minutes(seconds: float) -> int:
    return max(1, math.ceil(seconds / 60 - 0.25))


def _seconds_of_parts(
    settings: SessionSettings, *, usual: bool, factor: float = 1
) -> float:
    return sum(
        settings.n_steps(part) * card_seconds(settings, part, usual, factor)
        for part in CARD_PHASES
    )


def _seconds_of_questions(settings: SessionSettings, *phases: str) -> float:
    return QUESTION_SECONDS * sum(len(settings.questions(phase)) for phase in phases)


def card_seconds(
    settings: SessionSettings, phase: str, usual: bool = True, factor: float = 1
) -> float:
    """How long one card takes with its review."""
    rule = RULES[phase]
    limit = settings.seconds(phase)
    longest = LONGEST_THINKING_SECONDS if limit is None else limit * factor
    thinking = min(USUAL_THINKING_SECONDS, longest) if usual else longest
    return thinking + (settings.review_seconds if rule.reviewed else 0)


def _seconds_left(session: TeachingSession, settings: SessionSettings) -> float:
    questions = _seconds_of_questions(settings, Phase.QUESTIONNAIRE)
    if session.phase in _AFTER_PARTS:
        return questions
    if session.phase not in CARD_PHASES:
        before = _seconds_of_questions(settings, session.phase)
        return before + _seconds_of_parts(settings, usual=True) + questions
    at = CARD_PHASES.index(Phase(session.phase))
    done = session.step - 1 + (session.stage == Stage.REVIEW)
    return questions + sum(
        (settings.n_steps(part) - (done if number == at else 0))
        * card_seconds(settings, part)
        for number, part in enumerate(CARD_PHASES)
        if number >= at
    )
