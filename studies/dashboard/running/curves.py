"""Recall curves as points of an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from studies.services.rehearsal.beliefs import TeachersView

WIDTH, HEIGHT, MARGIN = 420, 220, 24
RIGHT = 320
"""Where lines end and their names begin."""
LINE_OF_TEXT = 12
LONGEST_NAME = 16


@dataclass(frozen=True)
class Curve:
    """One line; ``points`` as SVG wants them."""

    name: str
    points: str
    is_chosen: bool
    end_y: float
    name_y: float


@dataclass(frozen=True)
class CurvePlot:
    """All lines and the frame they are in."""

    curves: list[Curve]
    first_step: int
    last_step: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = MARGIN
    right: int = RIGHT
    names_at: int = RIGHT + 12
    bottom: int = HEIGHT - MARGIN


def draw_curves(view: TeachersView) -> CurvePlot:
    """The recall of every shown concept from now on, the chosen one last and on top."""
    shown = sorted((c for c in view.concepts if c.n_shown), key=lambda c: c.is_chosen)
    n_points = max((len(c.curve) for c in view.concepts), default=1)
    ends = [_height(c.curve[-1]) for c in shown]
    return CurvePlot(
        curves=[
            Curve(_shorten(c.name), _points(c.curve), c.is_chosen, end, name)
            for c, end, name in zip(shown, ends, spread(ends), strict=True)
        ],
        first_step=view.step,
        last_step=view.step + n_points - 1,
    )


def spread(heights: Sequence[float]) -> list[float]:
    """Where names stand beside lines that end at ``heights``: near, but not over
    each other, and in the same order."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    step = min(LINE_OF_TEXT, (HEIGHT - 2 * MARGIN) / max(1, len(order) - 1))
    places, free = [0.0] * len(order), float(MARGIN)
    for n_above, index in enumerate(order):
        last_good = HEIGHT - MARGIN - (len(order) - 1 - n_above) * step
        places[index] = round(min(max(heights[index], free), last_good), 1)
        free = places[index] + step
    return places


def _shorten(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _height(value: float) -> float:
    return round(HEIGHT - MARGIN - value * (HEIGHT - 2 * MARGIN), 1)


def _points(values: Sequence[float]) -> str:
    across = (RIGHT - MARGIN) / max(1, len(values) - 1)
    return " ".join(
        f"{MARGIN + index * across:.1f},{_height(value)}"
        for index, value in enumerate(values)
    )
