"""Numbers as places in a picture: what the templates of plots draw.

Places are texts, so that no language writes them with a comma.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from studies.services.monitoring.completions import HOUR, Completions

MOST_LABELS = 5
# A tick is a product, and may be a hair below the number that it stands for.
_NEARLY = 1e-9


@dataclass(frozen=True)
class Tick:
    """A place on an axis, and what is written there."""

    at: str
    label: str


@dataclass(frozen=True)
class Frame:
    """The size of a picture, and the edges of what is drawn in it."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


def place(number: float) -> str:
    return f"{number:.1f}"


def shorten(text: str, longest: int) -> str:
    """As much of ``text`` as there is room for."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def nice_ticks(most: float, *, n_wanted: int = 5) -> list[float]:
    """Round numbers from 0 up to ``most``, about as many as wanted."""
    step = next(
        size * 10**power
        for power in range(-2, 12)
        for size in (1, 2, 5)
        if most / (size * 10**power) <= n_wanted
    )
    return [number * step for number in range(int(most / step) + 1)]


def ticks_over(most: float, *, n_wanted: int = 5) -> list[float]:
    """The same, up to the first that is not below ``most``: where an axis may end."""
    ticks = nice_ticks(most, n_wanted=n_wanted)
    step = ticks[1] if len(ticks) > 1 else most
    return ticks if ticks[-1] >= most * (1 - _NEARLY) else [*ticks, ticks[-1] + step]


@dataclass(frozen=True)
class CompletionsPlot:
    """Completions as a line that climbs towards the target."""

    frame: Frame
    line: str
    target: str
    ticks_x: list[Tick]
    ticks_y: list[Tick]


def draw_completions(completions: Completions) -> CompletionsPlot | None:
    """None while there is nothing to draw."""
    periods = completions.periods
    if not periods:
        return None
    frame = Frame(440, 190, 34, 432, 18, 164)
    ticks = ticks_over(max(completions.n_target, completions.n_completed, 1))
    most = ticks[-1]
    step = (frame.right - frame.left) / len(periods)

    def height(number: float) -> str:
        return place(frame.bottom - (frame.bottom - frame.top) * number / most)

    heights = [height(0), *(height(period.n_so_far) for period in periods)]
    places = [place(frame.left + number * step) for number in range(len(heights))]
    return CompletionsPlot(
        frame=frame,
        line=" ".join(map(",".join, zip(places, heights, strict=True))),
        target=height(completions.n_target) if completions.n_target else "",
        ticks_x=_date_ticks(completions, places),
        ticks_y=[Tick(height(n), f"{n:g}") for n in ticks],
    )


def _date_ticks(completions: Completions, places: Sequence[str]) -> list[Tick]:
    """A few of the periods by their beginnings."""
    form = _date_format(completions.length)
    labels = [f"{period.begins_at:{form}}" for period in completions.periods]
    every = -(-len(labels) // MOST_LABELS)
    ticks = [Tick(at, label) for at, label in zip(places, labels, strict=False)]
    return ticks[::every]


def _date_format(length: timedelta) -> str:
    return "%H:%M" if length == HOUR else "%-d %b"


@dataclass(frozen=True)
class RangeBar:
    """Quartiles and median of a phase on a common scale of 0 to 100."""

    x: str
    width: str
    median: str


def draw_range(lower: float, median: float, upper: float, *, most: float) -> RangeBar:
    scale = 100 / most if most else 0
    return RangeBar(
        place(lower * scale),
        place(max(1, (upper - lower) * scale)),
        place(median * scale),
    )
