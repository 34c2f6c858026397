"""Power curves as places in a picture."""

from dataclasses import dataclass

from studies.dashboard.drawing import Frame, Tick, place, shorten, ticks_over
from studies.dashboard.results.words import colour_of
from studies.services.planning.costs import SizeRow
from studies.services.planning.estimates import Comparison, Estimate
from studies.services.planning.figures import lines_of
from studies.statistics.power.curve import TARGET

LABEL_HEIGHT = 14
LONGEST_LABEL = 6


@dataclass(frozen=True)
class PowerLine:
    """One comparison: its line, its label at the end, and what it looks like."""

    comparison: Comparison
    points: str
    look: str
    label: str
    label_y: str


@dataclass(frozen=True)
class PowerPlot:
    frame: Frame
    lines: list[PowerLine]
    ticks_x: list[Tick]
    costs: list[Tick]
    ticks_y: list[Tick]
    target: str
    own: str
    cost_y: int


def draw_power(estimate: Estimate, rows: list[SizeRow]) -> PowerPlot:
    """Power from 0 to 100 % by participants per arm, with the costs below."""
    has_costs = rows[0].cost is not None
    frame = Frame(420, 300 if has_costs else 276, 64, 368, 12, 242)
    sizes = [size for size in ticks_over(max(estimate.sizes)) if size]
    across = (frame.right - frame.left) / sizes[-1]

    def at(size: float) -> str:
        return place(frame.left + size * across)

    return PowerPlot(
        frame=frame,
        lines=_lines(estimate, frame, [at(size) for size in estimate.sizes]),
        ticks_x=[Tick(at(size), f"{size:g}") for size in sizes],
        costs=[Tick(at(size), _cost(size, rows)) for size in sizes] * has_costs,
        ticks_y=[Tick(_height(frame, n / 100), f"{n} %") for n in range(0, 101, 20)],
        target=_height(frame, TARGET),
        own=at(estimate.own_size),
        cost_y=frame.bottom + 46,
    )


def _lines(estimate: Estimate, frame: Frame, places: list[str]) -> list[PowerLine]:
    ends = _spread_labels(frame, [each.power[-1] for each in estimate.comparisons])
    return [
        PowerLine(
            comparison,
            " ".join(
                f"{x},{_height(frame, power)}"
                for x, power in zip(places, comparison.power, strict=True)
            ),
            colour_of(series),
            shorten(comparison.arm, LONGEST_LABEL),
            place(end),
        )
        for comparison, series, end in zip(
            estimate.comparisons, lines_of(estimate), ends, strict=True
        )
    ]


def _spread_labels(frame: Frame, powers: list[float]) -> list[float]:
    """Heights beside the ends of the lines, none on top of another."""
    order = sorted(range(len(powers)), key=lambda row: -powers[row])
    heights = [0.0] * len(powers)
    lowest = float(frame.top - LABEL_HEIGHT)
    for row in order:
        own = frame.bottom - (frame.bottom - frame.top) * powers[row]
        heights[row] = lowest = max(own, lowest + LABEL_HEIGHT)
    return heights


def _height(frame: Frame, share: float) -> str:
    return place(frame.bottom - (frame.bottom - frame.top) * share)


def _cost(size: float, rows: list[SizeRow]) -> str:
    """What so many per arm cost: in proportion to what was worked out."""
    cost = rows[-1].cost or 0
    return f"{float(cost) * size / rows[-1].size:,.0f}"
