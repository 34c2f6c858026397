"""Recall curves as points of an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from studies.services.rehearsal.beliefs import TeachersView

WIDTH, HEIGHT, MARGIN = 360, 160, 24


@dataclass(frozen=True)
class Curve:
    """One line; ``points`` as SVG wants them."""

    name: str
    points: str
    is_chosen: bool


@dataclass(frozen=True)
class CurvePlot:
    """All lines and the frame they are in."""

    curves: list[Curve]
    first_step: int
    last_step: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = MARGIN
    bottom: int = HEIGHT - MARGIN


def draw_curves(view: TeachersView) -> CurvePlot:
    """The recall of every shown concept from now on, the chosen one last and on top."""
    shown = sorted((c for c in view.concepts if c.n_shown), key=lambda c: c.is_chosen)
    n_points = max((len(c.curve) for c in view.concepts), default=1)
    return CurvePlot(
        curves=[Curve(c.name, _points(c.curve), c.is_chosen) for c in shown],
        first_step=view.step,
        last_step=view.step + n_points - 1,
    )


def _points(values: Sequence[float]) -> str:
    across = (WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    up = HEIGHT - 2 * MARGIN
    return " ".join(
        f"{MARGIN + index * across:.1f},{HEIGHT - MARGIN - value * up:.1f}"
        for index, value in enumerate(values)
    )
