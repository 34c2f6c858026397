"""TH: what has been forgotten too far, or else something new."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from teaching.history import History
from teaching.memory.base import FloatArray, check_number
from teaching.teachers.base import Sessions, Teacher


class ThresholdTeacher(Teacher):
    """Shows the card whose recall fell furthest below a threshold, else a new one.

    The score is how often recall has halved, as for LR; a new card scores as if its
    recall were at ``threshold``. Near 0 this is LR, which shows everything new first.
    The default is the .9 of Nioche and others (2021), from whom the rule is, and of
    many schedulers.
    """

    code = "TH"

    def __init__(self, *, threshold: float = 0.9, **shared: Any) -> None:
        super().__init__(**shared)
        check_number("threshold", threshold, above=0.0, most=1.0)
        self.threshold = float(threshold)
        # What stands exactly at the threshold has not fallen below it.
        self._score_of_new = math.nextafter(-math.log2(self.threshold), math.inf)

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        shown = [c for c in concepts if c in history.shown]
        lapses = dict(zip(shown, self.model.lapses(history, shown), strict=True))
        return [lapses.get(c, self._score_of_new) for c in concepts]

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        unseen = np.isinf(sessions.delays)
        return np.where(unseen, self._score_of_new, sessions.lapses())
