"""RR: every concept in turn."""

from collections.abc import Sequence

from teaching.history import NEVER_SHOWN, History
from teaching.memory.base import FloatArray
from teaching.teachers.base import Sessions, Teacher


class RoundRobinTeacher(Teacher):
    """Shows what was not shown for longest.

    The first round takes the never-shown concepts in their random order, and every
    later round repeats it: a fixed cycle through a seeded permutation.
    """

    code = "RR"

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        step = len(history) + 1.0
        return [step - history.shown.get(c, NEVER_SHOWN)[2] for c in concepts]

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        return sessions.delays
