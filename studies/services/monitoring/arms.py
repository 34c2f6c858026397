"""Who is where, arm by arm. Counts of people alone: never what they learnt."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count

from studies.models import Arm, Study
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.services.blinding import name_arms
from studies.services.monitoring.crowds import people_of
from studies.services.monitoring.journeys import PHASES

# Of whoever is inside.
INSIDE = tuple(phase for phase in PHASES if phase != Phase.COMPLETED)
_Row = tuple[int | None, str, bool, int]


@dataclass
class ArmCounts:
    """The people of an arm, or of none yet."""

    name: str
    n_places: int | None = None
    inside: Counter[str] = field(default_factory=Counter)
    n_away: int = 0
    n_completed: int = 0
    n_left: int = 0
    n_screened_out: int = 0

    @property
    def n_people(self) -> int:
        n_ended = self.n_completed + self.n_left + self.n_screened_out
        return self.inside.total() + self.n_away + n_ended

    def add_places(self, n_places: int) -> None:
        self.n_places = (self.n_places or 0) + n_places

    def add(self, phase: str, *, is_away: bool, n_people: int) -> None:
        if phase == Phase.COMPLETED:
            self.n_completed += n_people
        elif phase == Phase.WITHDRAWN:
            self.n_left += n_people
        elif phase == Phase.SCREENED_OUT:
            self.n_screened_out += n_people
        elif is_away:
            self.n_away += n_people
        else:
            self.inside[phase] += n_people


@dataclass(frozen=True)
class ByArm:
    """Those without an arm first, then arm by arm; why arms are not named, if so."""

    arms: list[ArmCounts]
    why_unnamed: str


def count_arms(study: Study, *, purpose: Purpose) -> ByArm:
    """Who is where, in three queries."""
    arms = list(study.arms.order_by("position"))
    naming = name_arms(study, arms, purpose=purpose)
    fields = ("arm_id", "phase", "is_away")
    rows = people_of(study, purpose).order_by().values_list(*fields)
    counts = sum_up(arms, naming.names, rows.annotate(Count("pk")))
    return ByArm(counts, naming.why)


def sum_up(
    arms: Iterable[Arm], names: Mapping[int, str], rows: Iterable[_Row]
) -> list[ArmCounts]:
    """Counts by arm, phase and absence as one line per name."""
    nobody = ArmCounts("no arm yet")
    lines = {name: ArmCounts(name) for name in names.values()}
    for arm in arms:
        lines[names[arm.pk]].add_places(arm.n_places)
    for arm_id, phase, is_away, n_people in rows:
        line = nobody if arm_id is None else lines[names[arm_id]]
        line.add(phase, is_away=is_away, n_people=n_people)
    return [nobody, *lines.values()]


def tabulate(arms: Sequence[ArmCounts]) -> list[tuple[str, list[int | None]]]:
    """A row for wherever people can be, a column per arm: narrow enough for a phone."""
    rows: list[tuple[str, list[int | None]]] = [
        (Phase(phase).label.lower(), [arm.inside[phase] for arm in arms])
        for phase in INSIDE
    ]
    return [
        *rows,
        ("away", [arm.n_away for arm in arms]),
        (Phase.WITHDRAWN.label.lower(), [arm.n_left for arm in arms]),
        ("screened out", [arm.n_screened_out for arm in arms]),
        ("completed", [arm.n_completed for arm in arms]),
        ("places", [arm.n_places for arm in arms]),
    ]
