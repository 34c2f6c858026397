"""Looks at results before the end: which were registered, and what they leave."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from studies.models import Study
from studies.models.study import ChangeKind, Purpose
from studies.models.team import Action
from studies.services.results.exports import has_exported_early
from studies.services.results.wording import count, list_words
from studies.statistics.looks import criteria
from studies.statistics.numbers import format_limit
from studies.statistics.permuting.permutation import ALPHA
from studies.statistics.sentences import LOOKED_EARLY, early_look_note


@dataclass(frozen=True)
class Looks:
    """How far a study was at each look before its end."""

    n_planned: int = 0
    fractions: tuple[float, ...] = ()
    told: tuple[str, ...] = ()
    """Of each look, how many there were by then, and when it was."""
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
        note = early_look_note(
            is_registered=self.are_registered,
            has_topped_up=self.has_topped_up,
            has_exported=self.has_exported,
        )
        if note != LOOKED_EARLY or not self.told:
            return note
        n_looks = count(len(self.told), "look")
        return f"{note} {n_looks} before the end: {list_words(self.told)}."

    def criterion(self, *, is_closed: bool) -> float:
        """What p must fall below: now, after the looks that there were."""
        return self._limits(is_closed=is_closed)[-1]

    def tell_planned(self, *, is_closed: bool) -> str:
        """What looks that the design plans leave of the 5 %; empty without any."""
        if not self.n_planned or not self.are_registered:
            return ""
        planned = count(self.n_planned, "early look")
        if not self.fractions:
            none = f"The design plans {planned}, and there was none"
            return f"{none}: p must be below .05." if is_closed else ""
        *before, now = map(format_limit, self._limits(is_closed=is_closed))
        then = f" p had to be below {list_words(before)} then;" if before else ""
        return (
            f"The design plans {planned}; taken: {list_words(self.told)}.{then} p must "
            f"be below {now} now (O’Brien and Fleming’s share of the 5 %)."
        )

    def _limits(self, *, is_closed: bool) -> list[float]:
        """Of each look, and of the end if the study is there."""
        if not self.fractions or not self.are_registered:
            return [ALPHA]
        return criteria([*self.fractions, 1.0] if is_closed else self.fractions)


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
        told=tuple(_tell(at, detail) for at, detail in entries),
        has_topped_up=bool(entries) and top_ups.filter(at__gt=entries[0][0]).exists(),
        has_exported=has_exported_early(study),
    )


def _fraction(detail: dict[str, int]) -> float:
    n_target = detail.get("n_target", 0)
    return detail.get("n_completed", 0) / n_target if n_target else 0.0


def _tell(at: datetime, detail: dict[str, int]) -> str:
    n_completed, n_target = (detail.get(key, 0) for key in ("n_completed", "n_target"))
    return f"at {n_completed:,} of {n_target:,} participants ({at:%Y-%m-%d %H:%M} UTC)"


def _rise(fractions: Sequence[float]) -> bool:
    steps = [0.0, *fractions, 1.0]
    return all(before < after for before, after in pairwise(steps))
