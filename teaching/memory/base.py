"""What every memory model can be asked, and how to answer it from recall alone."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teaching.history import History, IntArray

FloatArray = NDArray[np.float64]

LONGEST_HORIZON = 10**15
"""Steps are counted in floating point, which is exact up to there."""


class Kinds(NamedTuple):
    """Concepts that cannot be told apart as long as none of them was shown.

    ``labels`` has one number per concept, equal for concepts of one kind. ``ranked``
    says that a lower number never gains less from being shown for the first time,
    whatever the step, so that a teacher need not look at all kinds.
    """

    labels: IntArray
    ranked: bool


class MemoryModel(ABC):
    """A learner's memory: the chance to recall each concept after any history.

    A model needs ``n_concepts`` and ``recall``. Everything else follows from recall by
    definition; a model that knows a shorter way overrides it.
    """

    concepts_interact: bool = True
    """Whether showing one concept may change the recall of another."""

    prior_knowledge: bool = False
    """Whether a concept may be recalled before it was shown."""

    @property
    @abstractmethod
    def n_concepts(self) -> int:
        """How many concepts there are."""

    @abstractmethod
    def recall(
        self, times: ArrayLike, history: History, concepts: Sequence[int] | None = None
    ) -> FloatArray:
        """The chance of recall at future ``times``, ``(n_concepts, n_times)``.

        ``concepts`` picks some rows. A concept never shown is recalled with chance 0,
        unless the model has ``prior_knowledge``.
        """

    def kinds(self) -> Kinds:
        """Which concepts are interchangeable before they are shown; here, none."""
        return Kinds(np.arange(self.n_concepts), ranked=False)

    def lapses(self, history: History, concepts: Sequence[int]) -> list[float]:
        """How often recall has halved by the next step, ``(k,)``; without any: inf.

        This is ``-log2`` of the recall, which tells apart what is nearly certain and
        what is nearly forgotten where the recall itself rounds to 1 or to 0.
        """
        recall = self.recall(len(history) + 1, history, concepts)[:, 0]
        return [
            -math.log2(check_chance(chance)) if chance else math.inf
            for chance in recall.tolist()
        ]

    def total_recall(self, history: History, horizon: int) -> float:
        """The recall of all concepts after each step up to ``horizon``, summed.

        After the last step of the history nothing more is shown. Eq. 4 without 1/(nT).
        """
        steps = range(1, len(history) + 1)
        past = [self.recall(t + 1, history.before(t + 1)).sum() for t in steps]
        return math.fsum(past) + self._future_recall(history, len(history) + 2, horizon)

    def gains(
        self, history: History, horizon: int, concepts: Sequence[int]
    ) -> list[float]:
        """What showing each of ``concepts`` next adds to ``total_recall``, ``(k,)``.

        The expectation runs over the learner's answer. Eq. 5 without 1/(nT).
        """
        chances = self.recall(len(history) + 1, history, concepts)[:, 0].tolist()
        waiting = self._waiting(history, horizon, concepts)
        return [
            self._expected_gain(history, horizon, *one)
            for one in zip(concepts, chances, waiting, strict=True)
        ]

    def _waiting(
        self, history: History, horizon: int, concepts: Sequence[int]
    ) -> list[float]:
        """The recall to come of what each concept affects, if nothing is shown."""
        times = np.arange(len(history) + 2, horizon + 2)
        if self.concepts_interact:
            return [float(self.recall(times, history).sum())] * len(concepts)
        still: list[float] = self.recall(times, history, concepts).sum(axis=1).tolist()
        return still

    def _expected_gain(
        self,
        history: History,
        horizon: int,
        concept: int,
        chance: float,
        waiting: float,
    ) -> float:
        affected = None if self.concepts_interact else [concept]
        failed, recalled = (
            self._future_recall(after, len(history) + 2, horizon, affected)
            for after in (history.then(concept, False), history.then(concept, True))
        )
        return (1 - chance) * (failed - waiting) + chance * (recalled - waiting)

    def _future_recall(
        self,
        history: History,
        first_time: int,
        horizon: int,
        concepts: Sequence[int] | None = None,
    ) -> float:
        times = np.arange(first_time, horizon + 2)
        return float(self.recall(times, history, concepts).sum())


def chosen_concepts(concepts: Sequence[int] | None, n_concepts: int) -> Sequence[int]:
    """``concepts``, or all of them; refused if one does not exist."""
    if concepts is None:
        return range(n_concepts)
    for concept in concepts:
        if not 0 <= concept < n_concepts:
            raise ValueError(
                f"there is no concept {concept}; the {n_concepts} concepts are "
                f"numbered from 0 to {n_concepts - 1}"
            )
    return concepts


def check_chance(chance: float) -> float:
    """``chance`` itself, or an error if a memory model made nonsense of it."""
    if not 0 <= chance <= 1:
        raise ValueError(
            f"the memory model gives a chance of recall that is not between 0 and 1: "
            f"{chance}"
        )
    return chance


def check_count(name: str, value: int, *, most: float = math.inf) -> None:
    """Refuse a number of things that is not whole, or not from 1 to ``most``."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not 1 <= value <= most:
        bounds = "from 1 on" if math.isinf(most) else f"from 1 to {most}"
        raise ValueError(f"{name} must be a whole number {bounds}, got {value!r}")


def check_number(
    name: str,
    value: float,
    *,
    above: float = -math.inf,
    least: float = -math.inf,
    most: float = math.inf,
) -> None:
    """Refuse a parameter that is no finite number, or out of its bounds."""
    is_real = isinstance(value, int | float | np.integer | np.floating)
    if is_real and not isinstance(value, bool) and math.isfinite(value):
        within = value > above and least <= value <= most
    else:
        within = False
    if within:
        return
    asked = [f"above {above:g}"] if above > -math.inf else []
    asked += [f"at least {least:g}"] if least > -math.inf else []
    asked += [f"at most {most:g}"] if most < math.inf else []
    bounds = f" {' and '.join(asked)}" if asked else ""
    raise ValueError(f"{name} must be a finite number{bounds}, got {value!r}")


def check_horizon(history: History, horizon: int) -> None:
    """Refuse a horizon that is no whole number or that the history has passed."""
    if isinstance(horizon, bool) or not isinstance(horizon, int | np.integer):
        raise ValueError(f"horizon must be a whole number, got {horizon!r}")
    if horizon > LONGEST_HORIZON:
        raise ValueError(f"horizon must be at most {LONGEST_HORIZON:.0e} steps")
    if horizon < max(1, len(history)):
        raise ValueError(
            f"horizon must be at least 1 and at least the length of the history, "
            f"got {horizon} for a history of {len(history)} steps"
        )


def future_times(times: ArrayLike, history: History) -> FloatArray:
    """``times`` as ``(n_times,)``, refused unless they come after the history."""
    future = np.atleast_1d(np.asarray(times, dtype=np.float64))
    if future.ndim != 1 or not np.all(np.isfinite(future)):
        raise ValueError(
            f"times must be a finite number or a list of them, got {times!r}"
        )
    if future.size and future.min() <= len(history):
        raise ValueError(
            f"times must come after the history's {len(history)} steps, "
            f"got {future.min():g}"
        )
    return future
