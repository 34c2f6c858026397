"""Which card comes next: the one place that asks a teacher."""

import math
import platform
from typing import Any

import numpy as np

from studies.models import Arm, Response, SessionConcept, TeachingSession
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.phases import RULES
from studies.services.seeds import seed_of, shuffle
from studies.services.session.cards import Cards
from studies.services.session.lock import LockedSession
from studies.services.session.settings import SessionSettings
from teaching import Decision, HalfLifeModel, History, create_teacher
from teaching.draws import Stream

_QUIZ_NUMBER = {Phase.PREQUIZ: 1, Phase.POSTQUIZ: 2}


def choose_card(locked: LockedSession, cards: Cards, *, step: int) -> Response:
    """Choose the card of ``step`` in the current phase and store it, not yet served."""
    phase = locked.session.phase
    if phase == Phase.LEARNING:
        shown, decision = _ask_teacher(locked, cards)
    else:
        shown, decision = _next_in_quiz(locked, cards, step), None
    card = Response.objects.create(
        session=locked.session,
        phase=phase,
        step=step,
        shown=shown,
        decision=decision,
        chosen_at=locked.now,
    )
    cards.add(card)
    locked.log(LogKind.CHOSEN, phase=phase, step=step, position=shown.position)
    return card


def n_steps_of(settings: SessionSettings, phase: str) -> int:
    """How many cards ``phase`` has; 0 for phases without."""
    name = RULES[phase].n_steps if phase in RULES else ""
    return int(getattr(settings, name)) if name else 0


def teach_in_arm(locked: LockedSession, cards: Cards, arm: Arm) -> None:
    """Freeze the teacher and what it believes on the session."""
    theta = [
        arm.theta or list(cards.deck.concepts[shown.concept_id].theta)
        for _, shown in sorted(cards.session_concepts().items())
    ]
    locked.session.teaching = {"teacher": arm.teacher, "theta": theta}


def decide(
    session: TeachingSession, settings: SessionSettings, history: History
) -> Decision:
    """What the session's teacher shows after ``history``: a pure function of both."""
    teaching: dict[str, Any] = session.teaching or {}
    teacher = create_teacher(
        teaching["teacher"],
        model=HalfLifeModel(teaching["theta"]),
        horizon=settings.horizon,
        seed=seed_of(session),
        no_repeat=settings.no_repeat,
    )
    return teacher.decide(history)


def history_of(n_concepts: int, closed: list[Response]) -> History:
    """Closed cards as a teacher sees them."""
    return History.of(
        n_concepts,
        [card.shown.position for card in closed],
        [card.recalled for card in closed],
    )


def describe_decision(teacher: str, decision: Decision) -> dict[str, Any]:
    """A decision as it is stored. JSON has no infinity: it becomes null."""
    return {
        "teacher": teacher,
        "version": decision.version,
        "concept": decision.concept,
        "scores": {
            str(concept): float(score) if math.isfinite(score) else None
            for concept, score in decision.scores.items()
        },
        "tied": [int(concept) for concept in decision.tied],
        "draw": float(decision.draw),
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


def quiz_order(session: TeachingSession, n_concepts: int, phase: str) -> list[int]:
    """The positions of a quiz's cards; each quiz has an order of its own."""
    number = _QUIZ_NUMBER[Phase(phase)]
    return shuffle(
        range(n_concepts), seed=seed_of(session), stream=Stream.QUIZ, step=number
    )


def _ask_teacher(
    locked: LockedSession, cards: Cards
) -> tuple[SessionConcept, dict[str, Any]]:
    closed = cards.closed(Phase.LEARNING)
    history = history_of(locked.settings.n_concepts, closed)
    decision = decide(locked.session, locked.settings, history)
    teacher = (locked.session.teaching or {})["teacher"]
    shown = cards.session_concepts()[decision.concept]
    return shown, describe_decision(teacher, decision)


def _next_in_quiz(locked: LockedSession, cards: Cards, step: int) -> SessionConcept:
    order = quiz_order(locked.session, locked.settings.n_concepts, locked.session.phase)
    return cards.session_concepts()[order[step - 1]]
