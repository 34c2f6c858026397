"""What happened to one person, drawn: cards over time, recall believed step by step."""

from collections.abc import Sequence
from dataclasses import dataclass

from studies.dashboard.drawing import Frame, Tick, nice_ticks, place, shorten
from studies.services.people.belief import Belief
from studies.services.people.timeline import (
    HIDDEN,
    Mark,
    Stretch,
    Timeline,
    tell_outcome,
)

RIGHT, TOP, BOTTOM = 16, 26, 30
ROW = 22
BELIEF_ROW, BELIEF_GAP = 30, 8
LETTER_WIDTH = 8
# Between the end and the right edge, so that the last marks lie on the last phase.
INSET = 12


@dataclass(frozen=True)
class Sheet:
    """How wide a picture is, and how much of it names its rows.

    Scaled down, its words could not be read: a phone gets a picture of its own.
    """

    name: str
    width: int
    left: int
    n_ticks: int

    @property
    def longest_label(self) -> int:
        return int(self.left / 7.5)

    def frame(self, bottom: int) -> Frame:
        right = self.width - RIGHT
        return Frame(self.width, bottom + BOTTOM, self.left, right, TOP, bottom)


SCREEN = Sheet("screen", 960, 150, n_ticks=10)
PHONE = Sheet("phone", 400, 105, n_ticks=4)
SHEETS = (SCREEN, PHONE)


@dataclass(frozen=True)
class PlacedMark:
    """A card in the timeline, with what it says when pointed at."""

    x: str
    y: str
    outcome: str
    words: str


@dataclass(frozen=True)
class Band:
    """A phase behind the marks; its name is written where there is room.

    Beside the right edge the name begins before its phase, so that the last is told.
    """

    x: str
    width: str
    phase: str
    name_x: str
    has_room: bool
    is_odd: bool


@dataclass(frozen=True)
class TimelinePlot:
    sheet: Sheet
    frame: Frame
    marks: list[PlacedMark]
    bands: list[Band]
    ticks: list[Tick]
    rows: list[Tick]


def draw_timeline(
    timeline: Timeline, labels: Sequence[str], sheet: Sheet = SCREEN
) -> TimelinePlot:
    """Marks by second and concept, the phases behind them."""
    frame = sheet.frame(TOP + ROW * timeline.n_rows)
    scale = (frame.right - INSET - frame.left) / timeline.seconds
    minutes = nice_ticks(timeline.seconds / 60, n_wanted=sheet.n_ticks)
    longest = sheet.longest_label

    def at(seconds: float) -> str:
        return place(frame.left + seconds * scale)

    return TimelinePlot(
        sheet=sheet,
        frame=frame,
        marks=[
            PlacedMark(at(m.seconds), _middle(m.row), m.outcome, _tell(m, labels))
            for m in timeline.marks
        ],
        bands=_bands(timeline, frame, scale),
        ticks=[Tick(at(60 * minute), f"{60 * minute:g}") for minute in minutes],
        rows=[
            Tick(_middle(row), shorten(text, longest))
            for row, text in enumerate(labels)
        ],
    )


def _bands(timeline: Timeline, frame: Frame, scale: float) -> list[Band]:
    """From the last to the first: names of phases with cards come before others."""
    with_cards = {mark.phase for mark in timeline.marks}
    bands, free_until = [], float(frame.right)
    for number, stretch in reversed(list(enumerate(timeline.stretches))):
        is_last = stretch is timeline.stretches[-1]
        x, width = frame.left + stretch.begins * scale, _width(stretch, scale)
        width += INSET if is_last else 0
        needed = LETTER_WIDTH * len(stretch.phase)
        starts = min(x, free_until - needed) if stretch.phase in with_cards else x
        fits = width > needed and starts + needed <= free_until
        has_room = fits or stretch.phase in with_cards
        free_until = starts if has_room else free_until
        name, is_odd = stretch.phase.replace("_", " "), bool(number % 2)
        bands.append(
            Band(place(x), place(width), name, place(starts), has_room, is_odd)
        )
    return bands[::-1]


def _width(stretch: Stretch, scale: float) -> float:
    return (stretch.ends - stretch.begins) * scale


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
    sheet: Sheet
    frame: Frame
    rows: list[BeliefRow]
    ticks: list[Tick]


def draw_belief(
    belief: Belief,
    labels: Sequence[str],
    shown: Sequence[tuple[int, str]],
    sheet: Sheet = SCREEN,
) -> BeliefPlot:
    """A curve from 0 to 1 per concept. ``shown``: concept and outcome, step by step."""
    n_steps = max(1, len(shown))
    frame = sheet.frame(TOP + BELIEF_ROW * len(labels))
    scale = (frame.right - frame.left) / n_steps
    xs = [place(frame.left + step * scale) for step in range(n_steps + 1)]
    rows = [
        _belief_row(row, shorten(label, sheet.longest_label), belief, shown, xs)
        for row, label in enumerate(labels)
    ]
    steps = nice_ticks(n_steps, n_wanted=sheet.n_ticks)
    ticks = [Tick(xs[int(step)], f"{step:g}") for step in steps if step == int(step)]
    return BeliefPlot(sheet, frame, rows, ticks)


def _belief_row(
    row: int,
    label: str,
    belief: Belief,
    shown: Sequence[tuple[int, str]],
    xs: Sequence[str],
) -> BeliefRow:
    floor, curve = TOP + BELIEF_ROW * (row + 1) - BELIEF_GAP / 2, belief.curves[row]
    points = [
        (x, place(floor - (BELIEF_ROW - BELIEF_GAP) * recall))
        for x, recall in zip(xs, curve, strict=False)
    ]
    marks = [
        PlacedMark(*points[step], outcome, _tell_belief(step, outcome, curve))
        for step, (concept, outcome) in enumerate(shown, start=1)
        if concept == row
    ]
    line = " ".join(",".join(point) for point in points)
    middle = TOP + BELIEF_ROW * (row + 0.5)
    return BeliefRow(label, place(middle), place(floor), line, marks)


def _tell_belief(step: int, outcome: str, curve: Sequence[float]) -> str:
    words = tell_outcome(outcome)
    return f"step {step}: {words}, believed {curve[step - 1]:.2f} before"
