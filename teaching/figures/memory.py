"""One concept over a short session: the picture that explains the model."""

import numpy as np

from teaching.figures.drawing import (
    COLOURS,
    GREY,
    Drawing,
    Options,
    Row,
    panels,
    style,
)
from teaching.history import History
from teaching.memory.half_life import HalfLifeModel

MODEL = HalfLifeModel([(1.5, 1.0, 0.5), (0.0, 0.0, 0.0)])
HORIZON = 16
# The steps at which the concept is shown, and whether it is recalled then.
ANSWERS = {1: False, 4: False, 9: True}


def draw_memory(options: Options) -> Drawing:
    """Recall of a concept shown three times, with a longer half-life each time."""
    times, recall = _curve()
    rows: list[Row] = [
        {"time": time, "recall": chance}
        for time, chance in zip(times, recall, strict=True)
    ]
    with style():
        figure, axes = panels(1, 1, width=5.2, height=2.3)
        panel = axes[0, 0]
        panel.fill_between(
            times, recall, color=COLOURS["concept 1"], alpha=0.12, linewidth=0
        )
        panel.plot(times, recall, color=COLOURS["concept 1"])
        for step, recalled in ANSWERS.items():
            panel.plot(step, 1, marker="o", color=COLOURS["concept 1"], clip_on=False)
            panel.text(step, 1.05, _label(step, recalled), color=GREY, va="bottom")
        panel.text(9, 0.2, "the area is what teaching maximises", ha="center")
        panel.set(xlabel="step", ylabel="chance of recall", ylim=(0, 1.25))
        panel.set(xlim=(0.5, HORIZON + 1), yticks=[0, 0.5, 1])
    return Drawing("memory", figure, rows)


def _label(step: int, recalled: bool) -> str:
    half_life = 1 / MODEL.rate(0, _history(step).shown[0])
    answer = "recalled" if recalled else "not recalled"
    return f"{answer},\nhalf-life {half_life:.1f}"


def _history(until: int) -> History:
    steps = range(1, until + 1)
    concepts = [0 if step in ANSWERS else 1 for step in steps]
    return History.of(2, concepts, [ANSWERS.get(step, False) for step in steps])


def _curve() -> tuple[list[float], list[float]]:
    times: list[float] = []
    recall: list[float] = []
    for step in range(1, HORIZON + 1):
        if step in ANSWERS:
            times.append(step)
            recall.append(1.0)
        between = np.linspace(step, step + 1, 21)[1:]
        times += between.tolist()
        recall += MODEL.recall(between, _history(step), [0])[0].tolist()
    return times, recall
