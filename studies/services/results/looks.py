"""Looks at results before the end: which were registered, and what they leave."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from studies.models import Study
from studies.models.study import ChangeKind, Purpose
from studies.models.team import Action
from studies.services.results.exports import has_exported_early
from studies.statistics.looks import criteria
from studies.statistics.permuting.permutation import ALPHA
from studies.statistics.sentences import early_look_note


@dataclass(frozen=True)
class Looks:
    """How far a study was at each look before its end."""

    n_planned: int = 0
    fractions: tuple[float, ...] = ()
    has_topped_up: bool = False
    """Whether places were added after somebody had looked."""
    has_exported: bool = False
    """Whether data with outcomes were exported before the study was closed."""

    @property
    def are_registered(self) -> bool:
        """Whether there were no more than planned, each further on than the last."""
        return len(self.fractions) <= self.n_planned and _rise(self.fractions)

    @property
    def note(self) -> str:
        """What must be said of p; empty if nobody looked, or only as registered."""
        return early_look_note(
            is_registered=self.are_registered,
            has_topped_up=self.has_topped_up,
            has_exported=self.has_exported,
        )

    def criterion(self, *, is_closed: bool) -> float:
        """What p must fall below: now, after the looks that there were."""
        if not self.fractions or not self.are_registered:
            return ALPHA
        seen = [*self.fractions, 1.0] if is_closed else list(self.fractions)
        return criteria(seen)[-1]


def read_looks(study: Study, *, purpose: Purpose) -> Looks:
    """The unlocked looks in the log; only people who count are locked."""
    if purpose != Purpose.REAL:
        return Looks()
    unlocked = study.audit.filter(action=Action.RESULTS_UNLOCKED).order_by("at", "pk")
    entries = list(unlocked.values_list("at", "detail"))
    top_ups = study.changes.filter(kind=ChangeKind.TOP_UP)
    return Looks(
        n_planned=study.n_planned_looks,
        fractions=tuple(_fraction(detail) for _, detail in entries),
        has_topped_up=bool(entries) and top_ups.filter(at__gt=entries[0][0]).exists(),
        has_exported=has_exported_early(study),
    )


def _fraction(detail: dict[str, int]) -> float:
    n_target = detail.get("n_target", 0)
    return detail.get("n_completed", 0) / n_target if n_target else 0.0


def _rise(fractions: Sequence[float]) -> bool:
    steps = [0.0, *fractions, 1.0]
    return all(before < after for before, after in pairwise(steps))
