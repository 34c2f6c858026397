"""Paths of SVG: read as they are written, and drawn again in other pieces."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

Point = complex
Shift = Callable[[float], float]

_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_GAP = r"[\s,]*"
_NUMBERS = re.compile(_NUMBER)
# The flags of an arc are one digit each and may stand next to what follows.
_ARC = re.compile(
    _GAP.join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2)
)
_N_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}
SPLIT_SHARE = 0.3


def redraw_path(path: str, *, shift: Shift, chance: Random) -> str:
    """The same path with shifted points, some of its pieces cut in two."""
    written = []
    for command, points, arc in _pieces(path):
        for part in _split(command, points, chance):
            moved = (f"{shift(p.real):.3f} {shift(p.imag):.3f}" for p in part)
            written.append(command + " ".join([*arc, *moved]))
    return "".join(written)


def _split(command: str, points: list[Point], chance: Random) -> Iterator[list[Point]]:
    """What is drawn from ``points[0]`` on, in one piece or two."""
    start, *ends = points
    if command not in "LQC" or chance.random() > SPLIT_SHARE:
        yield ends
        return
    at, first, second = chance.uniform(0.3, 0.7), [start], [points[-1]]
    while len(points) > 1:
        points = [a + at * (b - a) for a, b in pairwise(points)]
        first.append(points[0])
        second.insert(0, points[-1])
    yield first[1:]
    yield second[1:]


def _pieces(path: str) -> Iterator[tuple[str, list[Point], list[str]]]:
    """Each piece as M, L, C, Q, A or Z with absolute points, from where it begins.

    Of an arc what is neither point nor length comes as well, as it was written.
    """
    here = begin = control = 0j
    for command, numbers in _calls(path):
        kind, origin, arc = command.upper(), here if command.islower() else 0j, []
        if kind == "Z":
            here, points = begin, []
        elif kind == "A":
            *arc, x, y = numbers
            points = [origin + complex(float(x), float(y))]
        else:
            points = _points(kind, list(map(float, numbers)), here, origin)
        if kind in "ST":
            points.insert(0, 2 * here - control)
        kind = {"H": "L", "V": "L", "S": "C", "T": "Q"}.get(kind, kind)
        yield kind, [here, *points], arc
        here = points[-1] if points else here
        begin = here if kind == "M" else begin
        control = points[-2] if kind in "CQ" else here


def _points(kind: str, numbers: list[float], here: Point, origin: Point) -> list[Point]:
    if kind == "H":
        return [complex(origin.real + numbers[0], here.imag)]
    if kind == "V":
        return [complex(here.real, origin.imag + numbers[0])]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [origin + complex(x, y) for x, y in pairs]


def _calls(path: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with one set of numbers; further points of a move are lines."""
    for command, written in _COMMAND.findall(path):
        if command in "Zz":
            yield command, []
        elif command in "Aa":
            yield from ((command, list(arc)) for arc in _ARC.findall(written))
        else:
            n_each, numbers = _N_NUMBERS[command.upper()], _NUMBERS.findall(written)
            for first in range(0, len(numbers), n_each):
                yield command, numbers[first : first + n_each]
                command = {"M": "L", "m": "l"}.get(command, command)
