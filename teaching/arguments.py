"""Arguments that several commands take, and how they are read."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from teaching.extras import needed_for
from teaching.memory.half_life import Theta
from teaching.theta import parse_theta

if TYPE_CHECKING:
    from teaching.sweeping import Sweep

Options = argparse.Namespace
Parser = argparse.ArgumentParser


def add_theta(parser: Parser, default: str | None = None) -> None:
    """``--theta``, which `read_theta` reads."""
    parser.add_argument(
        "--theta",
        type=str,
        default=default,
        required=default is None,
        metavar="ROWS",
        help="one (a, b, c) per concept: JSON, [[10, 5, 0], ...], or groups, "
        "10xeasy,10xhard; @FILE or - reads it"
        + (f" (default: {default})" if default else ""),
    )


def add_horizon(parser: Parser, default: int | None = None) -> None:
    """``--horizon``, the steps in a session."""
    parser.add_argument(
        "--horizon",
        type=int,
        default=default,
        required=default is None,
        metavar="T",
        help="steps in a session" + (f" (default: {default})" if default else ""),
    )


def add_seed(parser: Parser) -> None:
    """``--seed``, 0 unless told."""
    parser.add_argument("--seed", type=int, default=0, help="default: 0")


def add_teachers(parser: Parser, default: str) -> None:
    """``--teachers``, which `read_codes` reads."""
    parser.add_argument(
        "--teachers", default=default, metavar="CODES", help=f"default: {default}"
    )


def add_sessions(parser: Parser, trials: int) -> None:
    """``--trials``, ``--delay`` and ``--no-repeat``: what sessions are played."""
    parser.add_argument("--trials", type=int, default=trials, help=f"default: {trials}")
    parser.add_argument(
        "--delay", type=int, default=10, help="s of recall at T + s (default: 10)"
    )
    parser.add_argument(
        "--no-repeat",
        action="store_true",
        help="never show a concept twice in a row, as in the user study",
    )


def add_json(parser: Parser, instead_of: str) -> None:
    """``--json``, for programs."""
    parser.add_argument(
        "--json", action="store_true", help=f"print JSON, not {instead_of}"
    )


def add_sweep(parser: Parser) -> None:
    """``--jobs``, ``--cluster`` and ``--keep``, which `read_sweep` reads."""
    parser.add_argument(
        "--jobs", type=int, default=-1, help="cores to use (default: -1, all)"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="work on a Dask cluster: the address of its scheduler, or 'local' to "
        "start one here",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="for what is done: begun again with it, an interrupted run goes on",
    )


@contextmanager
def read_sweep(options: Options) -> "Iterator[Sweep]":
    """How to sweep, on a cluster where one was asked for."""
    with needed_for("sweeps", "sweeps"):
        from teaching.sweeping import Sweep, on_cluster
    sweep = Sweep(options.jobs, options.keep, progress=True)
    with on_cluster(options.cluster, options.jobs):
        yield sweep


def read_codes(argument: str) -> list[str]:
    """The teachers' codes of ``GR, RD``."""
    return [code.strip() for code in argument.split(",")]


def read_theta(argument: str) -> list[Theta]:
    """The rows of theta, wherever `read_text` finds them."""
    return parse_theta(read_text(argument))


def read_text(argument: str) -> str:
    """An argument itself, or what it points to: a file, or standard input."""
    if argument == "-":
        return sys.stdin.read()
    if argument.startswith("@"):
        return Path(argument[1:]).read_text(encoding="utf-8")
    return argument
