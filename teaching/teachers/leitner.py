"""LT: boxes of cards, after Leitner's *So lernt man lernen* (1972)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from teaching.history import History
from teaching.memory.base import FloatArray, check_count, check_number
from teaching.teachers.base import Sessions, Teacher

MOST_BOXES = 30
JUST_NOT_DUE = float(np.nextafter(1.0, 0.0))


class LeitnerTeacher(Teacher):
    """Shows the card that is most overdue by its box, or a new one if none is due.

    A recall moves a card one box up, a failure back into the first of ``n_boxes``. A
    card of the first box is due ``interval`` steps after it was shown, and every box
    doubles that. The score is how many times that long a card has waited: from 1 on it
    is due. A new card has just less than 1, so what is not yet due comes after it.
    Beliefs about memory play no part. The default of 8 steps was best, of 1 to 16, for
    15 concepts of (6, 2, 0) in 40 steps; with short intervals little new is shown.
    """

    code = "LT"

    def __init__(
        self, *, n_boxes: int = 5, interval: float = 8.0, **shared: Any
    ) -> None:
        super().__init__(**shared)
        check_count("n_boxes", n_boxes, most=MOST_BOXES)
        check_number("interval", interval, above=0.0)
        self.n_boxes = int(n_boxes)
        self.interval = float(interval)

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        step, streaks = len(history) + 1, _streaks(history)
        return [
            self._overdue(step - history.shown[c][2], streaks[c])
            if c in streaks
            else JUST_NOT_DUE
            for c in concepts
        ]

    def _overdue(self, delay: int, streak: int) -> float:
        return delay / (self.interval * 2.0 ** min(streak, self.n_boxes - 1))

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        doublings = np.minimum(sessions.streaks, self.n_boxes - 1)
        overdue = sessions.delays / (self.interval * 2.0**doublings)
        return np.where(np.isinf(overdue), JUST_NOT_DUE, overdue)


def _streaks(history: History) -> dict[int, int]:
    """How often each concept shown was recalled since it last was not."""
    streaks: dict[int, int] = {}
    for concept, recalled in zip(history.concepts, history.recalls, strict=True):
        streaks[concept] = streaks.get(concept, 0) + 1 if recalled else 0
    return streaks
