"""Numbers as places in a picture: what the templates of plots draw.

Places are texts, so that no language writes them with a comma.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from studies.services.monitoring.completions import HOUR, Completions
from studies.services.people.belief import Belief
from studies.services.people.timeline import (
    HIDDEN,
    Mark,
    Stretch,
    Timeline,
    tell_outcome,
)

WIDTH = 960
LEFT, RIGHT, TOP, BOTTOM = 150, 16, 26, 30
ROW = 22
BELIEF_ROW, BELIEF_GAP = 30, 8
MOST_LABELS = 5
LONGEST_LABEL = 20
LETTER_WIDTH = 8


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


def shorten(text: str, longest: int = LONGEST_LABEL) -> str:
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
    most = max(completions.n_target, completions.n_completed, 1)
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
        ticks_y=[Tick(height(n), f"{n:g}") for n in nice_ticks(most)],
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
class PlacedMark:
    """A card in the timeline, with what it says when pointed at."""

    x: str
    y: str
    outcome: str
    words: str


@dataclass(frozen=True)
class Band:
    """A phase behind the marks; its name is written where there is room."""

    x: str
    width: str
    phase: str
    has_room: bool
    is_odd: bool


@dataclass(frozen=True)
class TimelinePlot:
    frame: Frame
    marks: list[PlacedMark]
    bands: list[Band]
    ticks: list[Tick]
    rows: list[Tick]


def draw_timeline(timeline: Timeline, labels: Sequence[str]) -> TimelinePlot:
    """Marks by second and concept, the phases behind them."""
    bottom = TOP + ROW * timeline.n_rows
    frame = Frame(WIDTH, bottom + BOTTOM, LEFT, WIDTH - RIGHT, TOP, bottom)
    scale = (frame.right - frame.left) / timeline.seconds
    minutes = nice_ticks(timeline.seconds / 60, n_wanted=10)

    def at(seconds: float) -> str:
        return place(frame.left + seconds * scale)

    return TimelinePlot(
        frame=frame,
        marks=[
            PlacedMark(at(m.seconds), _middle(m.row), m.outcome, _tell(m, labels))
            for m in timeline.marks
        ],
        bands=[
            _band(stretch, at(stretch.begins), scale, is_odd=bool(number % 2))
            for number, stretch in enumerate(timeline.stretches)
        ],
        ticks=[Tick(at(60 * minute), f"{60 * minute:g}") for minute in minutes],
        rows=[Tick(_middle(row), shorten(text)) for row, text in enumerate(labels)],
    )


def _band(stretch: Stretch, x: str, scale: float, *, is_odd: bool) -> Band:
    width = (stretch.ends - stretch.begins) * scale
    name = stretch.phase.replace("_", " ")
    has_room = width > LETTER_WIDTH * len(name)
    return Band(x, place(width), name, has_room, is_odd)


def _middle(row: int) -> str:
    return place(TOP + ROW * (row + 0.5))


def _tell(mark: Mark, labels: Sequence[str]) -> str:
    outcome = "" if mark.outcome == HIDDEN else f"{tell_outcome(mark.outcome)}, "
    return (
        f"{labels[mark.row]}: {outcome}{mark.phase} {mark.step}, {mark.seconds:.0f} s"
    )


@dataclass(frozen=True)
class BeliefRow:
    """One concept: the recall believed in, step by step, and when it was shown."""

    label: str
    middle: str
    floor: str
    line: str
    shown: list[PlacedMark]


@dataclass(frozen=True)
class BeliefPlot:
    frame: Frame
    rows: list[BeliefRow]
    ticks: list[Tick]


def draw_belief(
    belief: Belief, labels: Sequence[str], shown: Sequence[tuple[int, str]]
) -> BeliefPlot:
    """A curve from 0 to 1 per concept. ``shown``: concept and outcome, step by step."""
    n_steps = max(1, len(shown))
    bottom = TOP + BELIEF_ROW * len(labels)
    frame = Frame(WIDTH, bottom + BOTTOM, LEFT, WIDTH - RIGHT, TOP, bottom)
    scale = (frame.right - frame.left) / n_steps
    rows = [
        _belief_row(row, label, belief.curves[row], shown, scale)
        for row, label in enumerate(labels)
    ]
    steps = [step for step in nice_ticks(n_steps, n_wanted=10) if step == int(step)]
    ticks = [Tick(place(frame.left + step * scale), f"{step:g}") for step in steps]
    return BeliefPlot(frame, rows, ticks)


def _belief_row(
    row: int,
    label: str,
    curve: Sequence[float],
    shown: Sequence[tuple[int, str]],
    scale: float,
) -> BeliefRow:
    floor = TOP + BELIEF_ROW * (row + 1) - BELIEF_GAP / 2
    points = [
        (place(LEFT + step * scale), place(floor - (BELIEF_ROW - BELIEF_GAP) * recall))
        for step, recall in enumerate(curve)
    ]
    marks = [
        PlacedMark(*points[step], outcome, _tell_belief(step, outcome, curve))
        for step, (concept, outcome) in enumerate(shown, start=1)
        if concept == row
    ]
    line = " ".join(",".join(point) for point in points)
    middle = TOP + BELIEF_ROW * (row + 0.5)
    return BeliefRow(shorten(label), place(middle), place(floor), line, marks)


def _tell_belief(step: int, outcome: str, curve: Sequence[float]) -> str:
    words = tell_outcome(outcome)
    return f"step {step}: {words}, believed {curve[step - 1]:.2f} before"


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
