"""What was shown and what was recalled, as a value."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

Tally = tuple[int, int, int]
"""Of one concept: how often recalled, how often not, and the step it was last shown."""

NEVER_SHOWN: Tally = (0, 0, 0)


def next_tally(tally: Tally, recalled: bool, step: int) -> Tally:
    """The tally of a concept after it was shown once more, at ``step``."""
    n_plus, n_minus, _ = tally
    return (n_plus + 1, n_minus, step) if recalled else (n_plus, n_minus + 1, step)


class _DenseTally(NamedTuple):
    n_plus: IntArray
    n_minus: IntArray
    last: IntArray


@dataclass(frozen=True)
class History:
    """Which concept was shown at each step and whether it was recalled.

    Concepts are numbered from 0, steps from 1. Build one with ``History.of``, extend it
    with ``then``. Only the sequence is kept; everything counted from it is lazy, so a
    history over a million concepts of which three were shown is small.

    >>> history = History.of(3, concepts=[0, 2], recalls=[False, False])
    >>> history.then(0, True).shown
    {0: (1, 1, 3), 2: (0, 1, 2)}
    """

    n_concepts: int
    concepts: tuple[int, ...] = ()
    recalls: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        self.__dict__.update(
            n_concepts=_whole(self.n_concepts, "n_concepts"),
            concepts=tuple(_whole(concept, "concepts") for concept in self.concepts),
            recalls=tuple(_truth(recalled) for recalled in self.recalls),
        )
        self._check()

    @classmethod
    def of(
        cls,
        n_concepts: int,
        concepts: Sequence[int] | IntArray = (),
        recalls: Sequence[bool | int] | NDArray[np.bool_] = (),
    ) -> "History":
        """A history from lists or arrays: known concepts, one recall for each."""
        return cls(n_concepts, tuple(concepts), tuple(recalls))  # type: ignore[arg-type]

    @classmethod
    def _known_to_be_sound(
        cls, n_concepts: int, concepts: tuple[int, ...], recalls: tuple[bool, ...]
    ) -> "History":
        """A part or a continuation of a checked one needs no second check."""
        history = object.__new__(cls)
        history.__dict__.update(
            n_concepts=n_concepts, concepts=concepts, recalls=recalls
        )
        return history

    def then(self, concept: int, recalled: bool) -> "History":
        """This history with one more step."""
        self._check_concept(_whole(concept, "concept"))
        longer = self._known_to_be_sound(
            self.n_concepts,
            (*self.concepts, int(concept)),
            (*self.recalls, _truth(recalled)),
        )
        # One step changes one tally, so the count need not start again.
        tally = next_tally(self.shown.get(concept, NEVER_SHOWN), recalled, len(longer))
        longer.__dict__["shown"] = {**self.shown, int(concept): tally}
        return longer

    def before(self, step: int) -> "History":
        """What had happened when ``step`` began."""
        return self._known_to_be_sound(
            self.n_concepts, self.concepts[: step - 1], self.recalls[: step - 1]
        )

    def __len__(self) -> int:
        return len(self.concepts)

    @property
    def last_concept(self) -> int | None:
        """The concept of the latest step, None at the start."""
        return self.concepts[-1] if self.concepts else None

    @cached_property
    def shown(self) -> dict[int, Tally]:
        """The tally of each concept shown so far, in the order of first showing."""
        shown: dict[int, Tally] = {}
        steps = zip(self.concepts, self.recalls, strict=True)
        for step, (concept, recalled) in enumerate(steps, start=1):
            tally = shown.get(concept, NEVER_SHOWN)
            shown[concept] = next_tally(tally, recalled, step)
        return shown

    @property
    def n_plus(self) -> IntArray:
        """How often each concept was recalled, ``(n_concepts,)``."""
        return self._dense.n_plus

    @property
    def n_minus(self) -> IntArray:
        """How often each concept was shown and not recalled, ``(n_concepts,)``."""
        return self._dense.n_minus

    @property
    def last_shown(self) -> IntArray:
        """The step at which each concept was last shown, 0 for never."""
        return self._dense.last

    @cached_property
    def _dense(self) -> "_DenseTally":
        dense = np.zeros((3, self.n_concepts), dtype=np.int64)
        if self.shown:
            dense[:, list(self.shown)] = np.array(list(self.shown.values())).T
        dense.flags.writeable = False
        return _DenseTally(*dense)

    def _check(self) -> None:
        if self.n_concepts < 1:
            raise ValueError(f"n_concepts must be at least 1, got {self.n_concepts}")
        if len(self.concepts) != len(self.recalls):
            raise ValueError(
                f"a history needs one recall for each concept shown, got "
                f"{len(self.concepts)} concepts and {len(self.recalls)} recalls"
            )
        for concept in self.concepts:
            self._check_concept(concept)

    def _check_concept(self, concept: int) -> None:
        if not 0 <= concept < self.n_concepts:
            raise ValueError(
                f"the history names concept {concept}, but the {self.n_concepts} "
                f"concepts are numbered from 0 to {self.n_concepts - 1}"
            )


def _whole(value: int | np.integer, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name} must be whole numbers, got {value!r}")
    return int(value)


def _truth(value: bool | int | np.bool_) -> bool:
    if value not in (0, 1):
        raise ValueError(f"recalls must be true or false, got {value!r}")
    return bool(value)
