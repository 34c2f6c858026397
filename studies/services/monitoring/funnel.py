"""How many come through, and how long each part takes them: arithmetic on journeys."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

from studies.models.session import CARD_PHASES, Phase
from studies.services.monitoring.journeys import PHASES, Journey

# Everybody's way leads through these, however a study is designed.
_ON_EVERY_WAY = frozenset({*CARD_PHASES, Phase.COMPLETED})
_WORDS = {
    Phase.QUESTIONS_BEFORE: "Came to the first questions",
    Phase.INSTRUCTIONS: "Came to the instructions",
    Phase.PREQUIZ: "Began the prequiz",
    Phase.LEARNING: "Began to learn",
    Phase.POSTQUIZ: "Began the postquiz",
    Phase.QUESTIONNAIRE: "Came to the questions",
    Phase.RESULT: "Came to the result",
    Phase.DEBRIEF: "Came to the debriefing",
    Phase.COMPLETED: "Completed",
}


@dataclass(frozen=True)
class Visits:
    """Anonymous counts of those who looked at the study's page."""

    n_visits: int
    n_declined: int


@dataclass(frozen=True)
class FunnelStep:
    """How many came so far, in percent of the step with most people.

    ``n_lost`` came to the step before and will not come here: whoever is still inside
    is not lost.
    """

    name: str
    n_people: int
    percent: float
    n_lost: int


@dataclass(frozen=True)
class PhaseMinutes:
    """How long a phase took those who came to its end."""

    phase: str
    n_people: int
    lower: float
    median: float
    upper: float


def build_funnel(
    journeys: Sequence[Journey], visits: Visits | None = None
) -> list[FunnelStep]:
    """From the first visit, where visits are counted, to completion."""
    n_inside = sum(journey.is_inside for journey in journeys)
    counts = _count_visits(visits, n_inside=n_inside) + _count_steps(journeys)
    # Whoever joined without the page was never counted as a visit.
    most = max(count.n_people for count in counts)
    return [
        FunnelStep(
            step.name,
            step.n_people,
            _percent(step.n_people, most),
            max(0, before.n_gone - step.n_gone),
        )
        for before, step in pairwise([counts[0], *counts])
    ]


@dataclass(frozen=True)
class _Count:
    """Those who came to a step, and how many of them are still inside."""

    name: str
    n_people: int
    n_inside: int

    @property
    def n_gone(self) -> int:
        return self.n_people - self.n_inside


def _count_visits(visits: Visits | None, *, n_inside: int) -> list[_Count]:
    if visits is None:
        return []
    # The page of those who decline may be reloaded.
    n_not_declined = max(0, visits.n_visits - visits.n_declined)
    return [
        _Count("Visited", visits.n_visits, n_inside),
        _Count("Did not decline", n_not_declined, n_inside),
    ]


def _count_steps(journeys: Sequence[Journey]) -> list[_Count]:
    seen = {phase for journey in journeys for phase in journey.entered}
    first = min((PHASES.index(phase) for phase in seen), default=0)
    steps = [_count("Consented", journeys)]
    for index, phase in enumerate(PHASES):
        if index > first and phase in seen | _ON_EVERY_WAY:
            reached = [each for each in journeys if _furthest(each) >= index]
            name = _WORDS.get(Phase(phase), Phase(phase).label)
            steps.append(_count(name, reached))
    return steps


def _count(name: str, journeys: Sequence[Journey]) -> _Count:
    return _Count(name, len(journeys), sum(each.is_inside for each in journeys))


def _furthest(journey: Journey) -> int:
    return max(PHASES.index(phase) for phase in journey.entered)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def measure_phases(journeys: Sequence[Journey]) -> list[PhaseMinutes]:
    """Median and quartiles of the minutes in each phase, of those who finished it."""
    spent: dict[str, list[float]] = {phase: [] for phase in PHASES}
    for journey in journeys:
        for phase, minutes in _minutes_spent(journey).items():
            spent[phase].append(minutes)
    return [
        PhaseMinutes(phase, len(minutes), *_quartiles(minutes))
        for phase, minutes in spent.items()
        if minutes
    ]


def _minutes_spent(journey: Journey) -> dict[str, float]:
    times = list(journey.entered.items())
    return {
        phase: (left_at - entered_at).total_seconds() / 60
        for (phase, entered_at), (_, left_at) in pairwise(times)
    }


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    lower, median, upper = quantiles(values, n=4, method="inclusive")
    return lower, median, upper
