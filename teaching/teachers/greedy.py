"""GR: the paper's teacher, which maximises the expected gain of the next card."""

from collections.abc import Sequence

from teaching.history import History
from teaching.memory.base import FloatArray, Kinds, MemoryModel
from teaching.teachers.base import Sessions, Teacher


class GreedyTeacher(Teacher):
    """Shows the concept with the largest marginal gain (Algorithm 1)."""

    code = "GR"

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        scale = self.model.n_concepts * self.horizon
        gains = self.model.gains(history, self.horizon, concepts)
        return [gain / scale for gain in gains]

    @classmethod
    def kinds(cls, model: MemoryModel) -> Kinds:
        return model.kinds()

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        return sessions.gains()
