"""What all teachers share: candidates, the no-repeat rule, ties and the explanation."""

import copy
import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from inspect import Parameter, signature
from itertools import accumulate, chain
from typing import Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np

from teaching.draws import Stream, check_seed, draw
from teaching.history import History, IntArray, Tally
from teaching.memory.base import FloatArray, Kinds, MemoryModel, check_horizon
from teaching.memory.half_life import Theta
from teaching.objectives import check_fit
from teaching.showings import BoolArray
from teaching.teachers.unseen import MOST_KINDS, Head, UnseenOrder

_NEARLY = 1e-12
"""Within so much, rounding may say of two kinds that the lower ranked gains more."""


class Decision(NamedTuple):
    """Which concept to show, and why.

    ``scores`` has every concept shown so far and one never-shown concept of each kind
    that was looked at. ``tied`` are those with the best score among the allowed, and
    ``draw`` is the random number that chooses between them. From (seed, history), under
    ``version``, all of it can be computed again.
    """

    concept: int
    scores: dict[int, float]
    tied: tuple[int, ...]
    draw: float
    version: str


class Sessions(Protocol):
    """Many sessions at the same step, as a vectorised simulation holds them.

    Arrays are ``(trials, n_concepts)``, each row in an order of its own.
    """

    @property
    def step(self) -> int:
        """The step that is to be decided, from 1 on."""

    @property
    def concepts(self) -> IntArray:
        """What was shown, ``(trials, horizon)``; empty from the step on."""

    @property
    def recalls(self) -> BoolArray:
        """What was recalled, likewise."""

    @property
    def delays(self) -> FloatArray:
        """Steps since each concept was shown, inf for never."""

    def lapses(self) -> FloatArray:
        """How often the believed recall has halved since, inf for never."""

    def gains(self) -> FloatArray:
        """The believed marginal gain of each concept."""

    def recall_at(self, time: int) -> FloatArray:
        """The believed recall at ``time`` if nothing more is shown."""

    @property
    def streaks(self) -> IntArray:
        """How often each concept was recalled since it last was not."""

    def tallies(self) -> tuple[list[tuple[Theta, Tally]], IntArray]:
        """The different believed thetas with tallies, and which each concept has."""


class Teacher(ABC):
    """Decides which concept comes next, from the seed and the history alone.

    A subclass scores the candidates in ``_scores``; the best one is shown. Two rules
    hold for all: never the same concept twice in a row (``no_repeat``), and never by
    the deck's order. What was not shown yet is taken in a random order, and ties are
    broken by a recorded draw. A subclass with options of its own takes them as keywords
    in ``__init__`` and hands on the rest.
    """

    code: ClassVar[str]
    version: ClassVar[str] = "1"

    def __init__(
        self, *, model: MemoryModel, horizon: int, seed: int = 0, no_repeat: bool = True
    ) -> None:
        check_horizon(History(model.n_concepts), horizon)
        self.model = model
        self.horizon = int(horizon)
        self.seed = check_seed(seed)
        self.no_repeat = no_repeat
        self._signature = f"{self.code}-{self.version}"
        self._unseen = UnseenOrder(self.kinds(model), self.seed)

    def with_seed(self, seed: int) -> Self:
        """The same teacher for another session."""
        other = copy.copy(self)
        other.seed = check_seed(seed)
        other._unseen = UnseenOrder(self.kinds(self.model), other.seed)
        return other

    @classmethod
    def option_names(cls) -> list[str]:
        """What this teacher can be told beside what all teachers are told."""
        return list(_option_names(cls))

    @classmethod
    def read_options(cls, plain: Mapping[str, Any]) -> dict[str, Any]:
        """Options that were kept as plain data, such as JSON, as ``__init__`` takes."""
        return dict(plain)

    def choose(self, history: History) -> int:
        """The concept to show next."""
        return self.decide(history).concept

    def decide(self, history: History) -> Decision:
        """The concept to show next, with the scores and the draw that led to it."""
        check_fit(self.model, history)
        check_horizon(history, self.horizon)
        if len(history) == self.horizon:
            raise ValueError(f"all {self.horizon} steps of the session have been taken")
        portions = self._unseen.heads(history.shown)
        heads = next(portions)
        scores = self._scored(history, [*history.shown, *_concepts(heads)])
        for more in portions:
            unseen = [scores[concept] for concept in _concepts(heads)]
            if unseen[-1] < max(unseen) - _NEARLY * abs(max(unseen)):
                break
            scores |= self._scored(history, _concepts(more))
            heads += more
        return self._pick(history, scores, heads)

    def _scored(self, history: History, concepts: Sequence[int]) -> dict[int, float]:
        scores = dict(zip(concepts, self._scores(history, concepts), strict=True))
        if any(map(math.isnan, scores.values())):
            raise ValueError(
                f"{self.code} cannot tell how good each concept is: the memory model "
                f"or the teacher gives a score that is no number (nan)"
            )
        return scores

    @abstractmethod
    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        """How good it would be to show each of ``concepts`` next."""

    @classmethod
    def can_teach(cls, model: MemoryModel) -> bool:
        """Whether this teacher can go by such a memory."""
        return True

    @classmethod
    def kinds(cls, model: MemoryModel) -> Kinds:
        """Which never-shown concepts always score alike.

        For most teachers all of them do, so where there are very many kinds, one does,
        unless some may be known already.
        """
        kinds = model.kinds()
        if kinds.labels.max() < MOST_KINDS or model.prior_knowledge:
            return kinds
        return Kinds(np.zeros_like(kinds.labels), ranked=True)

    def batch_scores(self, sessions: Sessions) -> FloatArray | None:
        """The scores of all concepts in many sessions at once, if there is a way."""
        return None

    def _pick(
        self, history: History, scores: dict[int, float], heads: list[Head]
    ) -> Decision:
        allowed = scores.copy()
        if self.bans_repeats and history.last_concept is not None:
            del allowed[history.last_concept]
        best = max(allowed.values())
        tied = [concept for concept, score in allowed.items() if score == best]
        luck = draw(self.seed, Stream.TIE, len(history) + 1, 0)
        concept = tied[0]
        if len(tied) > 1:
            concept = self._break_tie(history.shown, tied, heads, luck)
        return Decision(concept, scores, tuple(tied), luck, self._signature)

    @property
    def bans_repeats(self) -> bool:
        """With a single concept there is nothing else to show."""
        return self.no_repeat and self.model.n_concepts > 1

    def _break_tie(
        self,
        shown: Mapping[int, Tally],
        tied: list[int],
        heads: list[Head],
        luck: float,
    ) -> int:
        """Draw one of the tied; a head stands for all that are left of its kind."""
        seen = sorted((c for c in tied if c in shown), key=self._unseen.places.item)
        unseen = [head for head in heads if head.concept in tied]
        weights = [self._unseen.n_left(head.kind, shown) for head in unseen]
        rank = int(luck * (len(seen) + sum(weights)))
        if rank < len(seen):
            return seen[rank]
        ends = list(accumulate(weights, initial=len(seen)))
        return unseen[bisect_right(ends, rank) - 1].concept


def _concepts(heads: Sequence[Head]) -> list[int]:
    return [head.concept for head in heads]


@cache
def _option_names(teacher: type[Teacher]) -> tuple[str, ...]:
    """Asked of every arm again and again; reading signatures takes long."""
    makers = [made.__dict__.get("__init__") for made in teacher.__mro__]
    taken = [signature(maker).parameters.values() for maker in makers if maker]
    named = {p.name for p in chain(*taken) if p.kind is Parameter.KEYWORD_ONLY}
    return tuple(sorted(named - signature(Teacher).parameters.keys()))
