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
INSTRUCTIONS_SECONDS = 60.0
INTRODUCTION_SECONDS = 10.0
QUESTION_SECONDS = 10.0
_AFTER_QUESTIONS = (Phase.RESULT, Phase.DEBRIEF, Phase.COMPLETED)


@dataclass(frozen=True)
class Duration:
    """Minutes from the instructions to the code, without a break between parts."""

    usual_minutes: int
    most_minutes: int


@dataclass(frozen=True)
class Part:
    """One of the three parts, and how many of its cards are done."""

    n_done: int
    n_steps: int


@dataclass(frozen=True)
class Progress:
    """How far somebody is; ``part`` is 0 outside the three parts."""

    part: int
    step: int
    n_steps: int
    minutes_left: int
    parts: tuple[Part, ...]
    n_parts: int = len(CARD_PHASES)


def duration_of(study: Study) -> Duration:
    """What the join page says, from the settings."""
    settings = freeze_settings(study)
    usual = _usual_seconds(settings, *QUESTION_PHASES)
    reading = INSTRUCTIONS_SECONDS + INTRODUCTION_SECONDS * len(CARD_PHASES)
    most = _seconds_of_parts(settings, usual=False) + 2 * reading
    most += 2 * _seconds_of_questions(settings, *QUESTION_PHASES)
    return Duration(_minutes(usual), _minutes(most))


def progress_of(session: TeachingSession, settings: SessionSettings) -> Progress:
    """Where ``session`` is on its way."""
    phase = Phase(session.phase)
    return Progress(
        part=CARD_PHASES.index(phase) + 1 if phase in CARD_PHASES else 0,
        step=session.step,
        n_steps=settings.n_steps(phase),
        minutes_left=_minutes(_seconds_left(session, settings)),
        parts=tuple(_part_of(session, settings, part) for part in CARD_PHASES),
    )


def _part_of(session: TeachingSession, settings: SessionSettings, part: Phase) -> Part:
    n_steps = settings.n_steps(part)
    if session.phase == part:
        return Part(_n_done(session), n_steps)
    order = list(Phase)
    is_over = order.index(part) < order.index(Phase(session.phase))
    return Part(n_steps if is_over else 0, n_steps)


def _n_done(session: TeachingSession) -> int:
    """How many cards of the current part are done."""
    return session.step - 1 + (session.stage == Stage.REVIEW)


def _minutes(seconds: float) -> int:
    return max(1, math.ceil(seconds / 60 - 0.25))


def _usual_seconds(
    settings: SessionSettings, *asked: str, time_factor: float = 1
) -> float:
    """From the instructions to the code, with the questions of the phases ``asked``."""
    return (
        INSTRUCTIONS_SECONDS
        + INTRODUCTION_SECONDS * len(CARD_PHASES)
        + _seconds_of_parts(settings, usual=True, time_factor=time_factor)
        + _seconds_of_questions(settings, *asked)
    )


def _seconds_of_parts(
    settings: SessionSettings, *, usual: bool, time_factor: float = 1
) -> float:
    return sum(
        settings.n_steps(part)
        * _card_seconds(settings, part, usual=usual, time_factor=time_factor)
        for part in CARD_PHASES
    )


def _seconds_of_questions(settings: SessionSettings, *phases: str) -> float:
    return QUESTION_SECONDS * sum(len(settings.questions(phase)) for phase in phases)


def _card_seconds(
    settings: SessionSettings, phase: str, *, usual: bool, time_factor: float
) -> float:
    """How long one card takes with its review; who has longer thinks longer."""
    limit = settings.seconds(phase)
    longest = LONGEST_THINKING_SECONDS if limit is None else limit
    thinking = min(USUAL_THINKING_SECONDS, longest) if usual else longest
    is_reviewed = RULES[phase].reviewed
    return time_factor * thinking + (
        _review_seconds(settings, usual=usual) if is_reviewed else 0
    )


def _review_seconds(settings: SessionSettings, *, usual: bool) -> float:
    """Usually about every other answer is right."""
    reviews = [settings.review(after_right=right) for right in (True, False)]
    seconds = [review.total_seconds() for review in reviews]
    return sum(seconds) / len(seconds) if usual else max(seconds)


def _seconds_left(session: TeachingSession, settings: SessionSettings) -> float:
    if session.phase in _AFTER_QUESTIONS:
        return 0
    if session.phase == Phase.QUESTIONNAIRE:
        return _seconds_of_questions(settings, Phase.QUESTIONNAIRE)
    if session.phase not in CARD_PHASES:
        is_asked = session.phase == Phase.QUESTIONS_BEFORE
        left = QUESTION_PHASES if is_asked else (Phase.QUESTIONNAIRE,)
        return _usual_seconds(settings, *left, time_factor=session.time_factor)
    at = CARD_PHASES.index(Phase(session.phase))
    later = CARD_PHASES[at + 1 :]
    is_introduced = session.stage == Stage.INTRODUCTION
    each = {
        part: _card_seconds(settings, part, usual=True, time_factor=session.time_factor)
        for part in (session.phase, *later)
    }
    return (
        INTRODUCTION_SECONDS * (len(later) + is_introduced)
        + sum(settings.n_steps(part) * seconds for part, seconds in each.items())
        - _n_done(session) * each[session.phase]
        + _seconds_of_questions(settings, Phase.QUESTIONNAIRE)
    )
