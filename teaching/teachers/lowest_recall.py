"""LR: after Settles and Meeder, the concept most likely to have been forgotten."""

from collections.abc import Sequence

from teaching.history import History
from teaching.memory.base import FloatArray
from teaching.teachers.base import Sessions, Teacher


class LowestRecallTeacher(Teacher):
    """Shows the concept with the lowest chance of recall.

    Its score is how often that chance has halved, which orders concepts as recall does
    but does not round to a tie when they are well known.
    """

    code = "LR"

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        return self.model.lapses(history, concepts)

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        return sessions.lapses()
