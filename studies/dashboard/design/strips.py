"""Imagined sessions as drawings: a dot per card, a row per concept."""

from dataclasses import dataclass
from typing import NamedTuple

from studies.models import Study
from studies.services.design.strips import Strip, imagine_sessions

CELL = 7
# A few cards, stretched over the whole width, would be dots as large as coins.
LEAST_WIDTH = 24 * CELL


class Dot(NamedTuple):
    """Where a card is drawn, in the middle of its cell."""

    x: float
    y: float
    recalled: bool


@dataclass(frozen=True)
class DrawnStrip:
    """A strip with its measures, in the units of the drawing."""

    strip: Strip
    width: int
    height: int
    dots: list[Dot]


def draw_strips(study: Study) -> list[DrawnStrip]:
    """A drawing per arm."""
    return [_draw(strip) for strip in imagine_sessions(study)]


def _draw(strip: Strip) -> DrawnStrip:
    return DrawnStrip(
        strip,
        width=max(strip.horizon * CELL, LEAST_WIDTH),
        height=strip.n_concepts * CELL,
        dots=[
            Dot((card.step - 0.5) * CELL, (card.concept + 0.5) * CELL, card.recalled)
            for card in strip.showings
        ],
    )
