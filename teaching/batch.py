"""Many sessions side by side, as arrays with one row per session.

The columns of a row are the session's concepts in the order in which its teacher would
take them if it knew none: kind by kind, and within a kind by the seeded draw. What was
not shown yet is therefore always the end of each kind's block of columns.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teaching.distinct_rows import unique_rows
from teaching.draws import BitsArray, Stream, draw, finish_draw, prepare_draw
from teaching.history import IntArray, Tally
from teaching.memory.base import FloatArray, Kinds
from teaching.memory.half_life import (
    LN2,
    HalfLifeModel,
    States,
    Theta,
    expected_gains,
    forgetting_rate,
    states_of,
)
from teaching.people import BoolArray, People

Scalar = TypeVar("Scalar", np.bool_, np.float64)

_SMALLEST_RATE = np.finfo(np.float64).tiny


class Batch:
    """Sessions of one teacher, all at the same ``step``; a ``Sessions`` to score."""

    def __init__(
        self,
        *,
        truth: HalfLifeModel,
        belief: HalfLifeModel,
        kinds: Kinds,
        seeds: BitsArray,
        horizon: int,
        people: People | None = None,
    ) -> None:
        self.horizon = horizon
        self.step = 1
        self._rows = np.arange(len(seeds))
        self._order = _session_orders(kinds, seeds)
        self._known: BoolArray | None = None
        self._truth = Memories(truth, self._order)
        if people is not None:
            self._known = self._in_order(people.known)
            strength = self._in_order(people.strength)
            self._truth = PersonalMemories(truth, self._order, strength)
        same = belief is truth and people is None
        self._belief = self._truth if same else Memories(belief, self._order)
        self._last = np.full(self._order.shape, -np.inf)
        self._kept = np.zeros(len(seeds))
        self.streaks = np.zeros(self._order.shape, dtype=np.int64)
        self._blocks = np.sort(kinds.labels)
        self._block_starts = np.searchsorted(self._blocks, np.unique(self._blocks))
        self._n_shown = np.zeros((len(seeds), len(self._block_starts)), dtype=np.int64)
        self._latest: IntArray | None = None
        steps = np.arange(1, horizon + 1)
        self._tie_luck = draw(seeds[:, None], Stream.TIE, steps, np.zeros(1))
        self._answer_luck = prepare_draw(seeds[:, None], Stream.RECALL, steps)
        self.concepts = np.empty((len(seeds), horizon), dtype=np.int64)
        self.recalls = np.empty((len(seeds), horizon), dtype=np.bool_)

    def _in_order(self, by_concept: NDArray[Scalar]) -> NDArray[Scalar]:
        """What is said of each concept, in the order of each session's columns."""
        return np.take_along_axis(by_concept, self._order, axis=1)

    @property
    def delays(self) -> FloatArray:
        return self.step - self._last

    def lapses(self) -> FloatArray:
        return self.delays * self._belief.rates()

    def recall_at(self, time: int) -> FloatArray:
        recall: FloatArray = np.exp2((self._last - time) * self._belief.rates())
        return recall

    def gains(self) -> FloatArray:
        fresh, rise = self._belief.gain_parts(self.horizon + 1 - self.step)
        n_terms = self._order.shape[1] * self.horizon
        return expected_gains(self.lapses(), fresh, rise) / np.float64(n_terms)

    def tallies(self) -> tuple[list[tuple[Theta, Tally]], IntArray]:
        numbers, states = self._belief.numbers, self._belief.states
        last = np.where(np.isinf(self._last), 0, self._last).astype(np.int64)
        keys = numbers * (self.horizon + 1) + last
        met, places = np.unique(keys, return_inverse=True)
        tallies = [
            (states[number][0].theta, (*states[number][1:], step))
            for number, step in zip(*np.divmod(met, self.horizon + 1), strict=True)
        ]
        return tallies, places.reshape(keys.shape)

    def pick(self, scores: FloatArray, *, no_repeat: bool) -> IntArray:
        """The column each session shows next, by the rules of ``Teacher.decide``."""
        if no_repeat and self._latest is not None and scores.shape[1] > 1:
            scores = scores.copy()
            scores[self._rows, self._latest] = -np.inf
        tied = scores == scores.max(axis=1, keepdims=True)
        column = self._draw_tied(tied)
        block = self._blocks[column]
        head = self._block_starts[block] + self._n_shown[self._rows, block]
        unseen = np.isinf(self._last[self._rows, column])
        return np.where(unseen, head, column)

    def _draw_tied(self, tied: BoolArray) -> IntArray:
        n_tied = tied.sum(axis=1)
        if n_tied.max() == 1:
            return _first_true(tied)
        drawn = np.floor(self._tie_luck[:, self.step - 1] * n_tied) + 1
        # Seen ones come first, as they do when a teacher breaks a tie.
        unseen = np.isinf(self._last)
        seen_rank = np.cumsum(tied & ~unseen, axis=1)
        unseen_rank = np.cumsum(tied & unseen, axis=1) + seen_rank[:, -1:]
        rank = np.where(unseen, unseen_rank, seen_rank)
        return _first_true(tied & (rank == drawn[:, None]))

    def show(self, columns: IntArray) -> None:
        """Show each session one concept and let its learner answer."""
        at = self._rows, columns
        concepts = self._order[at]
        last, rates = self._last[at], self._truth.rates_at(at)
        luck = finish_draw(self._answer_luck[:, self.step - 1], concepts)
        recalled = luck < np.exp2((last - self.step) * rates)
        kept = _kept(rates, self.step - last)
        if self._known is not None:
            recalled |= self._known[at]
            kept[self._known[at]] = 0.0
        self._kept += kept
        self._truth.advance(at, recalled)
        if self._belief is not self._truth:
            self._belief.advance(at, recalled)
        self._n_shown[self._rows, self._blocks[columns]] += np.isinf(last)
        self._last[at] = self.step
        self.streaks[at] = np.where(recalled, self.streaks[at] + 1, 0)
        self._latest = columns
        self.concepts[:, self.step - 1] = concepts
        self.recalls[:, self.step - 1] = recalled
        self.step += 1

    def objective(self) -> FloatArray:
        """Eq. 4 for each session, if nothing more is shown."""
        still = _kept(self._truth.rates(), self.horizon + 1 - self._last)
        if self._known is not None:
            still[self._known] = self.horizon
        total = self._kept + still.sum(axis=1)
        average: FloatArray = total / (self._order.shape[1] * self.horizon)
        return average

    def chances_after(self, delay: int) -> FloatArray:
        """The chance to recall each concept, ``delay`` steps after the last one.

        ``(trials, n_concepts)``, concepts in the model's order.
        """
        lapses = (self.step - 1 + delay - self._last) * self._truth.rates()
        ordered = np.exp2(-lapses)
        if self._known is not None:
            ordered[self._known] = 1.0
        chances = np.empty_like(ordered)
        np.put_along_axis(chances, self._order, ordered, axis=1)
        return chances


class Memories:
    """The state of every concept of every session, under one memory model.

    A state is a theta with its counts of recalls and failures. Few of them ever occur,
    so each gets a number when it is first met, and sessions hold those numbers.
    """

    def __init__(self, model: HalfLifeModel, order: IntArray) -> None:
        thetas, kinds = unique_rows(model.theta)
        self.numbers = kinds[order]
        self.states: list[tuple[States, int, int]] = []
        self._rates = np.empty(0)
        self._after = np.empty((2, 0), dtype=np.int64)
        for a, b, c in thetas.tolist():
            self._meet(states_of((a, b, c)), 0, 0)

    def rates(self) -> FloatArray:
        return self._rates[self.numbers]

    def rates_at(self, at: tuple[IntArray, IntArray]) -> FloatArray:
        return self._rates[self.numbers[at]]

    def gain_parts(self, n_terms: int) -> tuple[FloatArray, FloatArray]:
        """What each concept keeps after a failure, and its rise by a success."""
        parts = np.array(
            [states[plus, minus, n_terms] for states, plus, minus in self.states]
        )
        return parts[:, 1][self.numbers], parts[:, 2][self.numbers]

    def advance(self, at: tuple[IntArray, IntArray], recalled: BoolArray) -> None:
        """Count one more answer for the concepts ``at`` (row, column)."""
        now = self.numbers[at]
        outcome = recalled.astype(np.int64)
        unmet = self._after[outcome, now] < 0
        for success, number in set(zip(outcome[unmet], now[unmet], strict=True)):
            states, plus, minus = self.states[number]
            new = self._meet(states, plus + success, minus + 1 - success)
            self._after[success, number] = new
        self.numbers[at] = self._after[outcome, now]

    def _meet(self, states: States, n_plus: int, n_minus: int) -> int:
        self.states.append((states, n_plus, n_minus))
        rate = forgetting_rate(states.theta, n_plus, n_minus)
        self._rates = np.append(self._rates, rate)
        self._after = np.append(self._after, [[-1], [-1]], axis=1)
        return len(self.states) - 1


class PersonalMemories(Memories):
    """Memories that are stronger in some people, and for some concepts.

    A factor of theta is a power of the forgetting rate, so the states stay few.
    """

    def __init__(
        self, model: HalfLifeModel, order: IntArray, strength: FloatArray
    ) -> None:
        super().__init__(model, order)
        self._strength = strength

    def rates(self) -> FloatArray:
        return np.maximum(super().rates() ** self._strength, _SMALLEST_RATE)

    def rates_at(self, at: tuple[IntArray, IntArray]) -> FloatArray:
        powers = super().rates_at(at) ** self._strength[at]
        return np.maximum(powers, _SMALLEST_RATE)


def _first_true(columns: BoolArray) -> IntArray:
    first: IntArray = np.argmax(columns, axis=1)
    return first


def _session_orders(kinds: Kinds, seeds: BitsArray) -> IntArray:
    concepts = np.arange(len(kinds.labels))
    draws = draw(seeds[:, None], Stream.ORDER, 0, concepts)
    labels = np.broadcast_to(kinds.labels, draws.shape)
    return np.lexsort((draws, labels), axis=-1)


def _kept(rates: FloatArray, n_terms: FloatArray) -> FloatArray:
    """``recall_sum`` for arrays; what was never shown keeps nothing."""
    decay = LN2 * rates
    kept = np.exp(-decay) * np.expm1(-decay * n_terms) / np.expm1(-decay)
    return np.where(np.isinf(n_terms), 0.0, kept)
