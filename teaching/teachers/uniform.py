"""RD: any concept, with equal chance."""

from collections.abc import Sequence

import numpy as np

from teaching.history import History
from teaching.memory.base import FloatArray
from teaching.teachers.base import Sessions, Teacher


class UniformTeacher(Teacher):
    """Finds all concepts equally good, so that the tie-break chooses."""

    code = "RD"

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        return [0.0] * len(concepts)

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        return np.zeros_like(sessions.delays)
