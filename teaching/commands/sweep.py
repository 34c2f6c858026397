"""Simulate teachers on many designs, beside the bound on all teachers, as CSV."""

import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any, TextIO

import teaching
from teaching import HalfLifeModel, History, price_bound, simulate
from teaching.arguments import (
    Options,
    Parser,
    add_seed,
    add_sessions,
    add_sweep,
    add_teachers,
    read_codes,
    read_sweep,
)
from teaching.certificate import Interval
from teaching.draws import check_seed
from teaching.keeping import versions
from teaching.memory.base import check_horizon
from teaching.memory.half_life import Theta
from teaching.teachers import teacher_class
from teaching.theta import NAMED

EXAMPLE = "--n 10,15,20 --horizon 40,60,80 --teachers GR,PR --out sweep.csv"


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--n",
        default="20",
        metavar="NUMBERS",
        help="of concepts, such as 10,15,20 (default: 20)",
    )
    parser.add_argument(
        "--horizon",
        default="40",
        metavar="NUMBERS",
        help="steps in a session, such as 40,60,80 (default: 40)",
    )
    parser.add_argument(
        "--kinds",
        default="easy,hard",
        help="as many concepts of each; what is left over is of the last "
        "(default: easy,hard)",
    )
    add_teachers(parser, default="GR,LR,RR,RD")
    add_seed(parser)
    add_sessions(parser, trials=400)
    add_sweep(parser)
    parser.add_argument("--out", type=Path, help="a CSV file (default: print it)")


@dataclass(frozen=True)
class Design:
    """What is taught, and how long."""

    n: int
    kinds: tuple[str, ...]
    horizon: int
    no_repeat: bool

    @property
    def theta(self) -> list[Theta]:
        each, left = divmod(self.n, len(self.kinds))
        rows = [NAMED[kind] for kind in self.kinds for _ in range(each)]
        return rows + [NAMED[self.kinds[-1]]] * left


@dataclass(frozen=True)
class Sessions:
    """Simulated sessions of one teacher."""

    design: Design
    teacher: str
    trials: int
    seed: int
    delay: int


def run(options: Options) -> None:
    designs, sessions = _cells(options)
    with read_sweep(options) as sweep:
        reached = sweep.map(_reached, sessions, "sessions")
        bounds = sweep.map(_bound, designs, "bounds")
    bound_of = dict(zip(designs, bounds, strict=True))
    rows = [
        _row(cell, result, bound_of[cell.design])
        for cell, result in zip(sessions, reached, strict=True)
    ]
    if options.out is None:
        _write(rows, sys.stdout)
        return
    with options.out.open("w", newline="", encoding="utf-8") as file:
        _write(rows, file)


def _cells(options: Options) -> tuple[list[Design], list[Sessions]]:
    if options.trials < 2:
        raise ValueError(f"trials must be at least 2, got {options.trials}")
    check_seed(options.seed)
    codes = read_codes(options.teachers)
    for code in codes:
        teacher_class(code)
    designs = _designs(options)
    return designs, [
        Sessions(design, code, options.trials, options.seed, options.delay)
        for design, code in product(designs, codes)
    ]


def _designs(options: Options) -> list[Design]:
    kinds = _kinds(options.kinds)
    sizes, horizons = _numbers("n", options.n), _numbers("horizon", options.horizon)
    for n, horizon in product(sizes, horizons):
        check_horizon(History(n), horizon)
    return [
        Design(n, kinds, horizon, options.no_repeat)
        for n, horizon in product(sizes, horizons)
    ]


def _kinds(argument: str) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in argument.split(","))
    for kind in kinds:
        if kind not in NAMED:
            raise ValueError(f"kinds are {', '.join(NAMED)}, got {kind!r}")
    return kinds


def _numbers(name: str, argument: str) -> list[int]:
    try:
        numbers = [int(number) for number in argument.split(",")]
    except ValueError:
        numbers = [0]
    if min(numbers) < 1:
        raise ValueError(
            f"{name} must be whole numbers from 1 on, such as 10,15,20, "
            f"got {argument[:100]!r}"
        )
    return numbers


def _bound(design: Design) -> float:
    model = HalfLifeModel(design.theta)
    bound = price_bound(model, design.horizon, no_repeat=design.no_repeat)
    return bound.upper_bound


def _reached(cell: Sessions) -> dict[str, dict[str, float]]:
    (outcome,) = simulate(
        [cell.teacher],
        truth=cell.design.theta,
        horizon=cell.design.horizon,
        trials=cell.trials,
        seed=cell.seed,
        no_repeat=cell.design.no_repeat,
        delay=cell.delay,
    ).values()
    return {
        "F": asdict(Interval.of(outcome.objective)),
        "recall": asdict(Interval.of(outcome.future_recall)),
    }


def _row(
    cell: Sessions, reached: dict[str, dict[str, float]], bound: float
) -> dict[str, Any]:
    return {
        "n": cell.design.n,
        "kinds": " ".join(cell.design.kinds),
        "horizon": cell.design.horizon,
        "no_repeat": cell.design.no_repeat,
        "teacher": cell.teacher,
        **dict(_columns(reached)),
        "bound": bound,
        "share": reached["F"]["mean"] / bound,
        "delay": cell.delay,
        "trials": cell.trials,
        "seed": cell.seed,
        "teaching": teaching.__version__,
        **versions(),
    }


def _columns(
    reached: dict[str, dict[str, float]],
) -> Iterator[tuple[str, float]]:
    for measure, interval in reached.items():
        for name, value in interval.items():
            yield (measure if name == "mean" else f"{measure}_{name}"), value


def _write(rows: Sequence[dict[str, Any]], file: TextIO) -> None:
    writer = csv.DictWriter(file, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
