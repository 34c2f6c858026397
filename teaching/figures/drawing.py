"""How our figures look, and how they are written to disk."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from teaching.draws import check_seed
from teaching.keeping import Work
from teaching.sweeping import Sweep

FORMATS = ("svg", "pdf", "png")

# Okabe and Ito's palette: told apart with any colour vision, and in grey by the line.
BLUE, ORANGE, GREEN, PURPLE, GREY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#666666",
)
BLACK = "#000000"

COLOURS = {
    "GR": BLUE,
    "LR": ORANGE,
    "RR": GREEN,
    "RD": GREY,
    "PR": "#CC3311",
    "LT": "#117733",
    "TH": "#661100",
    "CO": "#AA4499",
    "AD": "#005F73",
    "possible": BLACK,
    "promised": PURPLE,
    "belief robust": "#882255",
    "belief easy": "#56B4E9",
    "belief hard": "#999933",
    "concept 1": "#332288",
    "concept 2": "#44AA99",
    "concept 3": "#D55E00",
}
"""What a colour means, the same in every figure. *possible* is what no teacher exceeds,
*promised* what theory says of the greedy one."""

_STYLE: dict[Any, Any] = {
    "axes.grid": True,
    "axes.labelsize": 8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 8,
    "font.size": 8,
    "grid.color": "#E6E6E6",
    "grid.linewidth": 0.6,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "lines.linewidth": 1.3,
    "lines.markersize": 4,
    "pdf.fonttype": 42,
    "svg.hashsalt": "forgetmenot",
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
}

# Without a date the same numbers give the same file.
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {},
}

Row = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """How a figure is to be made; ``bounds`` take most of the time."""

    trials: int = 200
    seed: int = 0
    sweep: Sweep = field(default_factory=Sweep)
    bounds: bool = True

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.trials < 2:
            raise ValueError(f"trials must be at least 2, got {self.trials}")

    def map(self, work: Work, tasks: Sequence[Any], title: str) -> list[Any]:
        """The results of ``work`` on each task, in order; see `Sweep.map`."""
        return self.sweep.map(work, tasks, title)


@dataclass(frozen=True)
class Drawing:
    """A finished figure and the numbers in it."""

    name: str
    figure: Figure
    rows: list[Row] = field(repr=False)

    def save(self, folder: Path) -> list[Path]:
        """Write the figure in every format, and its data as CSV."""
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{self.name}.{kind}" for kind in FORMATS]
        for kind, path in zip(FORMATS, paths, strict=True):
            path.write_bytes(render(self.figure, kind))
        data = folder / f"{self.name}.csv"
        with data.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=list(self.rows[0]))
            writer.writeheader()
            writer.writerows(self.rows)
        return [*paths, data]


def render(figure: Figure, kind: str) -> bytes:
    """``figure`` as a file of one of ``FORMATS``, fit to print."""
    file = BytesIO()
    with style():
        figure.savefig(file, format=kind, dpi=300, metadata=_METADATA[kind])
    return file.getvalue()


@contextmanager
def style() -> Iterator[None]:
    """Draw in our style, leaving matplotlib's settings as they were."""
    with mpl.rc_context(_STYLE):
        yield


def panels(n_rows: int, n_columns: int, *, width: float, height: float) -> Any:
    """A figure of ``width`` x ``height`` inches and its axes, as an array."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(n_rows, n_columns, squeeze=False)


def shared_legend(figure: Figure, axes: Axes, n_columns: int, **look: Any) -> None:
    """A legend outside the panels, where it hides nothing; above them by default."""
    look.setdefault("loc", "outside upper center")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, ncols=n_columns, **look)


def explain(figure: Figure, text: str) -> None:
    """A line below the panels, for what a reader could not guess."""
    figure.supxlabel(text, fontsize=7, color=GREY)


def letter(axes: Iterable[Axes], titles: Sequence[str]) -> None:
    """Head the panels (a) first title, (b) second title, and so on."""
    for index, (panel, title) in enumerate(zip(axes, titles, strict=True)):
        panel.set_title(f"({chr(ord('a') + index)}) {title}", loc="left")
