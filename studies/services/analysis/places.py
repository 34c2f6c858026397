"""The places of a study and their blocks, empty ones included."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from studies.models import Arm, Place, Study
from studies.statistics.arrays import IntArray


@dataclass(frozen=True)
class Places:
    """Of each place, in the order in which they are given out: block and arm."""

    keys: tuple[int, ...]
    blocks: IntArray
    arms: IntArray

    def indices(self, keys: Sequence[int]) -> IntArray:
        """Where the places called ``keys`` stand."""
        numbers = {key: index for index, key in enumerate(self.keys)}
        return np.array([numbers[key] for key in keys], dtype=np.int64)


def read_places(study: Study, arms: Sequence[Arm], *, purpose: str) -> Places:
    """All places that were ever made for people of ``purpose``."""
    own = Place.objects.filter(study=study, purpose=purpose).order_by("number")
    rows = list(own.values_list("pk", "block", "arm_id"))
    positions = {arm.pk: index for index, arm in enumerate(arms)}
    return Places(
        keys=tuple(key for key, _, _ in rows),
        blocks=np.array([block for _, block, _ in rows], dtype=np.int64),
        arms=np.array([positions[arm] for _, _, arm in rows], dtype=np.int64),
    )
