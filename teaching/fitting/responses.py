"""What many people answered, and what of it tells how they remember."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from teaching.history import IntArray
from teaching.memory.base import FloatArray
from teaching.showings import BoolArray, tallies_before

WHOLE_DECK = "all"


class Labels(NamedTuple):
    """Names, and for each answer the number of its name."""

    names: tuple[str, ...]
    numbers: IntArray

    @classmethod
    def of(cls, values: Sequence[str]) -> "Labels":
        names, numbers = np.unique(np.array(values, dtype=np.str_), return_inverse=True)
        return cls(tuple(names.tolist()), numbers.reshape(-1).astype(np.int64))

    def at(self, chosen: BoolArray) -> "Labels":
        return Labels(self.names, self.numbers[chosen])


@dataclass(frozen=True, eq=False)
class Showings:
    """Answers from which memory can be told, one entry each, ``(n_showings,)``.

    ``counts`` is ``(n_showings, 3)``: how often the concept had been recalled, how
    often not, and 1; its product with theta is the logarithm of the half-life.
    """

    people: Labels
    concepts: Labels
    levels: Labels
    steps: IntArray
    counts: FloatArray
    delays: FloatArray
    recalled: BoolArray

    def __len__(self) -> int:
        return self.recalled.size

    def at(self, chosen: BoolArray) -> "Showings":
        """Some of them."""
        parts = (getattr(self, part.name) for part in fields(self))
        return Showings(*(_part(part, chosen) for part in parts))

    def groups(self, by: str) -> Labels:
        """Which of them share a theta."""
        if by == "deck":
            return Labels((WHOLE_DECK,), np.zeros(len(self), dtype=np.int64))
        return {"level": self.levels, "concept": self.concepts}[by]


def _part(part: Any, chosen: BoolArray) -> Any:
    return part.at(chosen) if isinstance(part, Labels) else part[chosen]


@dataclass(frozen=True, eq=False)
class Responses:
    """Answers of many people, one row each, in any order.

    ``steps`` count from 1 in every session. ``known`` marks answers about what somebody
    knew before: it is left out, and so is what somebody recalled when it was first
    shown, since nobody can have learnt it here.
    """

    people: Labels
    concepts: Labels
    levels: Labels
    steps: IntArray
    recalls: BoolArray
    known: BoolArray

    @classmethod
    def of(
        cls,
        *,
        people: Sequence[str],
        concepts: Sequence[str],
        steps: ArrayLike,
        recalls: ArrayLike,
        levels: Sequence[str] | None = None,
        known: ArrayLike | None = None,
    ) -> "Responses":
        """Answers from columns of one length.

        >>> from teaching.fitting import Responses
        >>> answers = Responses.of(
        ...     people=["Ada", "Ada"],
        ...     concepts=["Apfel", "Apfel"],
        ...     steps=[1, 5],
        ...     recalls=[False, True],
        ... )
        >>> answers.showings().delays.tolist()
        [4.0]
        """
        n_rows = len(people)
        made = cls(
            Labels.of(people),
            Labels.of(concepts),
            Labels.of([""] * n_rows if levels is None else levels),
            np.array(steps, dtype=np.int64),
            np.array(recalls, dtype=np.bool_),
            np.zeros(n_rows, np.bool_) if known is None else np.array(known, np.bool_),
        )
        made._check()
        return made

    @classmethod
    def of_sessions(
        cls,
        concepts: IntArray,
        recalls: BoolArray,
        *,
        levels: Sequence[str] | None = None,
    ) -> "Responses":
        """Simulated sessions, ``(trials, horizon)`` each, as ``Outcome`` has them."""
        trials, horizon = concepts.shape
        flat = concepts.reshape(-1).tolist()
        return cls.of(
            people=np.repeat(np.arange(trials), horizon).astype(np.str_).tolist(),
            concepts=[str(concept) for concept in flat],
            steps=np.tile(np.arange(1, horizon + 1), trials),
            recalls=recalls.reshape(-1),
            levels=None if levels is None else [levels[concept] for concept in flat],
        )

    def __len__(self) -> int:
        return self.steps.size

    def _check(self) -> None:
        columns = (self.people.numbers, self.concepts.numbers, self.levels.numbers)
        columns += (self.steps, self.recalls, self.known)  # type: ignore[assignment]
        lengths = {column.size for column in columns}
        if len(lengths) > 1:
            raise ValueError(
                f"responses need one entry per answer in every column, got columns of "
                f"{', '.join(map(str, sorted(lengths)))}"
            )
        if len(self) and self.steps.min() < 1:
            raise ValueError(f"steps count from 1, got {self.steps.min()}")
        self._check_steps()

    def _check_steps(self) -> None:
        """A card shown twice at once would have happened after itself."""
        asked = np.stack([self.people.numbers, self.concepts.numbers, self.steps])
        different, times = np.unique(asked, axis=1, return_counts=True)
        if times.size and times.max() > 1:
            person, concept, step = different[:, int(np.argmax(times))].tolist()
            raise ValueError(
                f"{self.people.names[person]!r} answers "
                f"{self.concepts.names[concept]!r} more than once at step {step}"
            )

    def showings(self) -> Showings:
        """What tells how people remember: every answer but the first of each concept.

        A concept never shown is recalled with chance 0, whatever theta is.
        """
        before = tallies_before(
            self.people.numbers, self.concepts.numbers, self.steps, self.recalls
        )
        telling = (before.last > 0) & ~before.first_recalled & ~self.known
        counts = np.stack([before.n_plus, before.n_minus, np.ones(len(self))], axis=1)
        return Showings(
            self.people.at(telling),
            self.concepts.at(telling),
            self.levels.at(telling),
            self.steps[telling],
            counts[telling].astype(np.float64),
            (self.steps - before.last)[telling].astype(np.float64),
            self.recalls[telling],
        )
