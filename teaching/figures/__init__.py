"""The paper's figures and more, drawn from our own numbers, with the data beside."""

from collections.abc import Callable

from teaching.figures.adapting import draw_adapting
from teaching.figures.ceiling import draw_ceiling
from teaching.figures.drawing import Drawing, Options
from teaching.figures.memory import draw_memory
from teaching.figures.simulations import draw_sensitivity, draw_simulation
from teaching.figures.toy import draw_toy
from teaching.figures.wrong_models import draw_wrong_models

FIGURES: dict[str, Callable[[Options], Drawing]] = {
    "simulation": draw_simulation,
    "sensitivity": draw_sensitivity,
    "toy": draw_toy,
    "ceiling": draw_ceiling,
    "memory": draw_memory,
    "wrong_models": draw_wrong_models,
    "adapting": draw_adapting,
}

__all__ = ["FIGURES", "Drawing", "Options"]
