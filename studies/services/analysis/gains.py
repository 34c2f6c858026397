"""What each arm gained from prequiz to postquiz."""

import math
from dataclasses import dataclass
from statistics import fmean, stdev

from django.db.models import Count, Q

from studies.models import Study, TeachingSession
from studies.models.response import Outcome
from studies.models.session import Phase
from studies.services.session.settings import settings_of


@dataclass(frozen=True)
class ArmGain:
    """Of an arm's finished sessions: the shares known before and after."""

    arm: str
    n_sessions: int
    before: float
    after: float
    gain: float
    standard_error: float


def measure_gains(
    study: Study, *, purpose: str, among: Q | None = None
) -> list[ArmGain]:
    """The gain of every arm of ``study`` that somebody finished.

    ``among`` leaves out sessions that it does not fit.
    """
    fitting = study.sessions.filter(among or Q())
    finished = fitting.filter(phase=Phase.COMPLETED, purpose=purpose)
    scores = finished.annotate(
        n_before=_n_correct(Phase.PREQUIZ), n_after=_n_correct(Phase.POSTQUIZ)
    ).select_related("arm")
    arms: dict[str, list[tuple[float, float]]] = {}
    for session in scores.order_by("arm__position", "pk"):
        arms.setdefault(_arm_name(session), []).append(_shares(session))
    return [_summarise(name, shares) for name, shares in arms.items()]


def _n_correct(phase: Phase) -> Count:
    return Count(
        "responses",
        filter=Q(responses__phase=phase, responses__outcome=Outcome.CORRECT),
    )


def _arm_name(session: TeachingSession) -> str:
    return session.arm.name if session.arm else ""


def _shares(session: TeachingSession) -> tuple[float, float]:
    n = settings_of(session).n_concepts
    before: int = session.n_before  # type: ignore[attr-defined]
    after: int = session.n_after  # type: ignore[attr-defined]
    return before / n, after / n


def _summarise(arm: str, shares: list[tuple[float, float]]) -> ArmGain:
    gains = [after - before for before, after in shares]
    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.nan
    return ArmGain(
        arm=arm,
        n_sessions=len(gains),
        before=fmean(before for before, _ in shares),
        after=fmean(after for _, after in shares),
        gain=fmean(gains),
        standard_error=error,
    )
