"""Two arms as they were allocated: places in blocks, and the people in them."""

from dataclasses import dataclass, replace

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class TwoArms:
    """All places of two arms, and which of them everybody belongs to.

    Arms belong to places: a shuffle moves labels between the places of a block, and
    people follow their place.

    Parameters
    ----------
    blocks
        Of each place, empty ones included, the number of its allocation block.
    is_first
        Of each place, whether it belongs to the first arm; else to the reference.
    places
        Of each person allocated, the index of the place that they hold or returned.
        Over-full people share one.
    """

    blocks: IntArray
    is_first: BoolArray
    places: IntArray

    def __post_init__(self) -> None:
        if self.blocks.shape != self.is_first.shape or self.blocks.ndim != 1:
            raise ValueError(
                "blocks and is_first must have one entry per place, got shapes "
                f"{self.blocks.shape} and {self.is_first.shape}"
            )
        inside = (self.places >= 0) & (self.places < self.n_places)
        if not inside.all():
            raise ValueError(f"places must be below {self.n_places}, got {self.places}")

    @property
    def n_places(self) -> int:
        """How many places the two arms have."""
        return len(self.blocks)

    @property
    def people_first(self) -> BoolArray:
        """Of each person, whether they were allocated to the first arm."""
        return self.is_first[self.places]

    def without_blocks(self) -> "TwoArms":
        """The same places as if they had been allocated without blocks."""
        return replace(self, blocks=np.zeros_like(self.blocks))

    def of_people(self, kept: BoolArray) -> "TwoArms":
        """Some of the people alone, in the blocks that hold any of them.

        A block that holds nobody moves nobody: with it, there were every shuffle
        several times over. Empty places beside somebody's stay.
        """
        places = self.places[kept]
        is_held = np.isin(self.blocks, self.blocks[places])
        numbers = np.cumsum(is_held) - 1
        return TwoArms(self.blocks[is_held], self.is_first[is_held], numbers[places])

    def per_place(self, weights: FloatArray) -> FloatArray:
        """The sum of people's ``weights`` in each place."""
        sums = np.bincount(self.places, weights=weights, minlength=self.n_places)
        return sums.astype(np.float64)


def two_arms(
    blocks: IntArray, arms: IntArray, places: IntArray, *, first: int, reference: int
) -> tuple[TwoArms, BoolArray]:
    """Two arms of a study with several, and which of its people are in them.

    ``blocks`` and ``arms`` describe the study's places, ``places`` its people.
    """
    kept = np.isin(arms, (first, reference))
    numbers = np.cumsum(kept) - 1
    people = kept[places]
    chosen = TwoArms(blocks[kept], arms[kept] == first, numbers[places[people]])
    return chosen, people
