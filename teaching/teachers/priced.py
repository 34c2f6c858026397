"""PR: beyond the paper, the card that is most worth its step's price."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
    prices_again,
    prices_to_teach_by,
)
from teaching.teachers.base import Sessions, Teacher

_Answers = tuple[tuple[int, ...], tuple[bool, ...]]


class PricedTeacher(Teacher):
    """Shows the concept for which waiting would lose most, at the best prices.

    Prices say what the place of a card in the session is worth. They are part of a
    design: computed once, kept, and handed in as ``prices``, one number per step. If
    none are given they are computed here. At the steps ``again_at`` those of the rest
    are computed again, from what has happened; every other decision is a look-up.
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
        again_at: Sequence[int] = (),
    ) -> None:
        super().__init__(model=model, horizon=horizon, seed=seed, no_repeat=no_repeat)
        self._memory = check_half_lives(model)
        self.goal = goal
        if prices is None:
            prices = prices_to_teach_by(
                self._memory, self.horizon, no_repeat=self.no_repeat, goal=goal
            )
        self.prices = checked_prices(prices, self.horizon)
        self.again_at = tuple(sorted(again_at))
        self._tables = _TablesByConcept(self._table_of)
        self._newest: dict[_Answers, _TablesByConcept] = {}

    @classmethod
    def read_options(cls, plain: Mapping[str, Any]) -> dict[str, Any]:
        """The goal is kept as its two numbers, ``later`` and ``delay``."""
        rest = dict(plain)
        told = {name: rest.pop(name) for name in ("later", "delay") if name in rest}
        return {**rest, "goal": Goal(**told)} if told else rest

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        step, shown, tables = len(history) + 1, history.shown, self._tables
        if self.again_at and self.again_at[0] <= step:
            n_past = max(at for at in self.again_at if at <= step) - 1
            tables = self._later_tables(
                (history.concepts[:n_past], history.recalls[:n_past])
            )
        return [tables[c][shown.get(c, NEVER_SHOWN)][step] for c in concepts]

    def _later_tables(self, answers: _Answers) -> "_TablesByConcept":
        """Those of one session are kept until another asks."""
        if answers not in self._newest:
            self._newest = {answers: self._tables_after(answers)}
        return self._newest[answers]

    def _tables_after(self, answers: _Answers) -> "_TablesByConcept":
        """By the prices that are computed after these answers, and before in turn."""
        prices, (concepts, recalls) = self.prices, answers
        for at in (at for at in self.again_at if at <= len(concepts) + 1):
            history = History.of(
                self.model.n_concepts, concepts[: at - 1], recalls[: at - 1]
            )
            prices = prices_again(
                self._memory,
                prices,
                history,
                no_repeat=self.bans_repeats,
                goal=self.goal,
            )
        return _TablesByConcept(partial(self._table_of, prices=prices))

    def _table_of(
        self, concept: int, prices: tuple[float, ...] | None = None
    ) -> Advantages:
        a, b, c = self._memory.theta[concept].tolist()
        return self._table((a, b, c), prices or self.prices)

    def _table(self, theta: Theta, prices: tuple[float, ...]) -> Advantages:
        return advantages_of(theta, prices, no_repeat=self.bans_repeats, goal=self.goal)

    @classmethod
    def can_teach(cls, model: MemoryModel) -> bool:
        """Prices need states that can be counted."""
        return isinstance(model, HalfLifeModel)

    @classmethod
    def kinds(cls, model: MemoryModel) -> Kinds:
        """All of them: which unseen one is best depends on the prices."""
        return Kinds(model.kinds().labels, ranked=False)

    def batch_scores(self, sessions: Sessions) -> FloatArray | None:
        if self.again_at:
            return None
        met, numbers = sessions.tallies()
        scores = [
            self._table(theta, self.prices)[tally][sessions.step]
            for theta, tally in met
        ]
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
