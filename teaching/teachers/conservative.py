"""CO: nothing new before the old is safe."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from teaching.history import History
from teaching.memory.base import FloatArray, check_chance, check_number
from teaching.teachers.base import Sessions, Teacher

_UNTIL_SAFE, _SAFE, _WEAK = 0.0, 1.0, 2.0


class ConservativeTeacher(Teacher):
    """Shows a new card only when all earlier ones will last to the end of the session.

    A card lasts if the believed chance to recall it after the last step, without
    another showing, is at least ``known``. Until all do, those that do not are shown in
    turn. This is the aim of Nioche and others' conservative sampling (2021), .9 by
    default as theirs, without its simulation of the rest of the session.

    The score is 2 for a card that will not last and 1 for one that will, plus the share
    of the session since it was shown. A new one has 2 once all will last, else 0.
    """

    code = "CO"

    def __init__(self, *, known: float = 0.9, **shared: Any) -> None:
        super().__init__(**shared)
        check_number("known", known, above=0.0, most=1.0)
        self.known = float(known)

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        step, weak = len(history) + 1, self._weak(history)
        new = _UNTIL_SAFE if weak else _WEAK
        return [
            (_WEAK if c in weak else _SAFE) + (step - history.shown[c][2]) / step
            if c in history.shown
            else new
            for c in concepts
        ]

    def _weak(self, history: History) -> set[int]:
        shown = list(history.shown)
        later = self.model.recall(self.horizon + 1, history, shown)[:, 0].tolist()
        chances = zip(shown, map(check_chance, later), strict=True)
        return {concept for concept, chance in chances if chance < self.known}

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        unseen = np.isinf(sessions.delays)
        weak = ~unseen & (sessions.recall_at(self.horizon + 1) < self.known)
        new = np.where(weak.any(axis=1, keepdims=True), _UNTIL_SAFE, _WEAK)
        shown = np.where(weak, _WEAK, _SAFE) + sessions.delays / sessions.step
        return np.where(unseen, new, shown)
