"""Which card comes next: the one place that asks a teacher."""

import math
import platform
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from studies.models import Arm, Response, SessionConcept, TeachingSession
from studies.models.log import LogKind
from studies.models.response import Outcome
from studies.models.session import Phase
from studies.services.seeds import seed_of
from studies.services.session.cards import PastCard
from studies.services.session.lock import LockedSession
from studies.services.session.quiz import REMEMBERED_SESSIONS, quiz_order
from studies.services.session.settings import SessionSettings
from teaching import Decision, HalfLifeModel, History, Teacher
from teaching.teachers import align_prices, told_teacher

Told = tuple[tuple[str, Any], ...]


def choose_card(locked: LockedSession, *, step: int) -> Response:
    """Choose the card of ``step`` in the current phase, not yet served."""
    phase = locked.session.phase
    if phase == Phase.LEARNING:
        shown, decision = _ask_teacher(locked)
    else:
        shown, decision = _next_in_quiz(locked, step), None
    card = Response(
        session=locked.session,
        phase=phase,
        step=step,
        shown=shown,
        decision=decision,
        chosen_at=locked.now,
    )
    locked.cards.add(card)
    locked.log(LogKind.CHOSEN, phase=phase, step=step, position=shown.position)
    return card


def teach_in_arm(locked: LockedSession, arm: Arm) -> None:
    """Freeze the teacher and what it believes on the session."""
    theta = [
        arm.theta or list(locked.cards.content_at(position).theta)
        for position in range(locked.settings.n_concepts)
    ]
    told = _told(arm, locked.settings.horizon)
    locked.session.teaching = {"teacher": arm.teacher, "theta": theta, **told}


def _told(arm: Arm, horizon: int) -> dict[str, Any]:
    """What the arm's teacher alone is told; most are told nothing."""
    options = dict(arm.options)
    if arm.prices is not None:
        # Whoever began in a pilot of another length has the prices of what is left.
        options["prices"] = align_prices(arm.prices["by_step"], horizon)
    return {"options": options} if options else {}


def decide(
    session: TeachingSession, settings: SessionSettings, history: History
) -> Decision:
    """What the session's teacher shows after ``history``: a pure function of both."""
    teaching: dict[str, Any] = session.teaching or {}
    teacher = _teacher(
        teaching["teacher"],
        _model(tuple(map(tuple, teaching["theta"]))),
        settings.horizon,
        seed_of(session),
        settings.no_repeat,
        hashable(teaching.get("options", {})),
    )
    return teacher.decide(history)


def hashable(options: Mapping[str, Any]) -> Told:
    """Options as what is remembered can be found by."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in options.items()
    )


@lru_cache(maxsize=REMEMBERED_SESSIONS)
def _model(theta: tuple[tuple[float, ...], ...]) -> HalfLifeModel:
    return HalfLifeModel(theta)


@lru_cache(maxsize=REMEMBERED_SESSIONS)
def _teacher(
    code: str,
    model: HalfLifeModel,
    horizon: int,
    seed: int,
    no_repeat: bool,
    options: Told,
) -> Teacher:
    make = told_teacher(code, dict(options))
    return make(model=model, horizon=horizon, seed=seed, no_repeat=no_repeat)


def history_of(n_concepts: int, closed: Sequence[PastCard]) -> History:
    """Closed cards as a teacher sees them."""
    return History.of(
        n_concepts,
        [card.position for card in closed],
        [card.outcome == Outcome.CORRECT for card in closed],
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


def _ask_teacher(locked: LockedSession) -> tuple[SessionConcept, dict[str, Any]]:
    history = history_of(locked.settings.n_concepts, locked.cards.closed())
    decision = decide(locked.session, locked.settings, history)
    teacher = (locked.session.teaching or {})["teacher"]
    shown = locked.cards.concept(decision.concept)
    return shown, describe_decision(teacher, decision)


def _next_in_quiz(locked: LockedSession, step: int) -> SessionConcept:
    session = locked.session
    order = quiz_order(session, locked.settings.n_concepts, session.phase)
    return locked.cards.concept(order[step - 1])
