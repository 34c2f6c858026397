"""PR: beyond the paper, the card that is most worth its step's price."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from teaching.history import NEVER_SHOWN, History
from teaching.memory.base import FloatArray, Kinds, MemoryModel
from teaching.memory.half_life import HalfLifeModel, Theta
from teaching.pricing import (
    AREA,
    Advantages,
    Goal,
    advantages_of,
    check_half_lives,
    prices_to_teach_by,
)
from teaching.teachers.base import Sessions, Teacher


class PricedTeacher(Teacher):
    """Shows the concept for which waiting would lose most, at the best prices.

    Prices say what the place of a card in the session is worth. They are part of a
    design: computed once, kept, and handed in as ``prices``, one number per step. If
    none are given they are computed here.
    """

    code = "PR"

    def __init__(
        self,
        *,
        model: MemoryModel,
        horizon: int,
        seed: int = 0,
        no_repeat: bool = True,
        prices: Sequence[float] | None = None,
        goal: Goal = AREA,
    ) -> None:
        super().__init__(model=model, horizon=horizon, seed=seed, no_repeat=no_repeat)
        self._memory = check_half_lives(model)
        self.goal = goal
        if prices is None:
            prices = prices_to_teach_by(
                self._memory, self.horizon, no_repeat=self.no_repeat, goal=goal
            )
        self.prices = checked_prices(prices, self.horizon)
        self._tables = _TablesByConcept(self._table_of)

    @classmethod
    def read_options(cls, plain: Mapping[str, Any]) -> dict[str, Any]:
        """The goal is kept as its two numbers, ``later`` and ``delay``."""
        rest = dict(plain)
        told = {name: rest.pop(name) for name in ("later", "delay") if name in rest}
        return {**rest, "goal": Goal(**told)} if told else rest

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        step, shown, tables = len(history) + 1, history.shown, self._tables
        return [tables[c][shown.get(c, NEVER_SHOWN)][step] for c in concepts]

    def _table_of(self, concept: int) -> Advantages:
        a, b, c = self._memory.theta[concept].tolist()
        return self._table((a, b, c))

    def _table(self, theta: Theta) -> Advantages:
        return advantages_of(
            theta, self.prices, no_repeat=self.bans_repeats, goal=self.goal
        )

    @classmethod
    def can_teach(cls, model: MemoryModel) -> bool:
        """Prices need states that can be counted."""
        return isinstance(model, HalfLifeModel)

    @classmethod
    def kinds(cls, model: MemoryModel) -> Kinds:
        """All of them: which unseen one is best depends on the prices."""
        return Kinds(model.kinds().labels, ranked=False)

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        met, numbers = sessions.tallies()
        scores = [self._table(theta)[tally][sessions.step] for theta, tally in met]
        return np.array(scores)[numbers]


class _TablesByConcept(dict[int, Advantages]):
    """Most concepts of a large deck are never asked for, so tables are found late."""

    def __init__(self, table_of: Callable[[int], Advantages]) -> None:
        super().__init__()
        self._table_of = table_of

    def __missing__(self, concept: int) -> Advantages:
        self[concept] = table = self._table_of(concept)
        return table


def align_prices(prices: Sequence[float], horizon: int) -> tuple[float, ...]:
    """``prices`` for a session of another length: what matters is what is left.

    Of a shorter one the last, and where a longer one has none, the first again.
    """
    kept = tuple(prices)[-horizon:]
    return kept[:1] * (horizon - len(kept)) + kept


def checked_prices(prices: Sequence[float], horizon: int) -> tuple[float, ...]:
    """``prices`` as plain numbers, refused unless there is one for each step."""
    numbers = tuple(float(price) for price in prices)
    if len(numbers) != horizon or not np.isfinite(numbers).all():
        raise ValueError(
            f"prices must be one finite number for each of the {horizon} steps, "
            f"got {len(numbers)}"
        )
    return numbers
