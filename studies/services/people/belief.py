"""What the teacher believed of a participant's memory, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from teaching import HalfLifeModel, History
from teaching.history import NEVER_SHOWN, Tally, next_tally


@dataclass(frozen=True)
class Belief:
    """The recall a teacher believed in, from before the first step on.

    ``curves[concept][step]`` is for the moment after ``step`` cards; ``when_shown``
    has, for each card, what was believed of its concept just before it.
    """

    curves: list[list[float]]
    when_shown: list[float]

    @property
    def at_end(self) -> list[float]:
        return [curve[-1] for curve in self.curves]


def recall_believed(
    teaching: dict[str, Any] | None,
    concepts: Sequence[int],
    recalls: Sequence[bool],
) -> Belief | None:
    """From the teacher's theta and the cards shown; None before there is a teacher."""
    if not teaching:
        return None
    model = HalfLifeModel(teaching["theta"])
    history = History.of(model.n_concepts)
    rows = [_recall_now(model, history)]
    for concept, recalled in zip(concepts, recalls, strict=True):
        history = history.then(concept, recalled)
        rows.append(_recall_now(model, history))
    when_shown = [rows[i][concept] for i, concept in enumerate(concepts)]
    curves = [list(curve) for curve in zip(*rows, strict=True)]
    return Belief(curves, when_shown)


def recall_when_shown(
    teaching: dict[str, Any] | None,
    concepts: Sequence[int],
    recalls: Sequence[bool],
) -> list[float]:
    """``when_shown`` alone, at a fraction of the cost; empty before there is a teacher.

    Of each card, what was believed of its concept just before it.
    """
    if not teaching:
        return []
    model, lapses = HalfLifeModel(teaching["theta"]), []
    shown: dict[int, Tally] = {}
    for step, (concept, recalled) in enumerate(
        zip(concepts, recalls, strict=True), start=1
    ):
        tally = shown.get(concept, NEVER_SHOWN)
        lapses.append(model.lapses_of(concept, tally, step))
        shown[concept] = next_tally(tally, recalled, step)
    believed: list[float] = np.exp2(-np.array(lapses)).tolist()
    return believed


def _recall_now(model: HalfLifeModel, history: History) -> list[float]:
    recall = model.recall([len(history) + 1], history)[:, 0]
    return [float(value) for value in recall]
