"""Parameters of many concepts, written by hand."""

import json
import re
from typing import Any

from teaching.memory.half_life import EASY, HARD, ROBUST, Theta, checked_theta

NAMED: dict[str, Theta] = {"easy": EASY, "hard": HARD, "robust": ROBUST}

TOY: list[Theta] = [(2.5, 2.5, 1.26), (1.0, 1.0, -1.0), (0.08, 0.08, -0.88)]
"""The toy problem of the paper's appendix."""

_MOST_DIGITS = 7
_GROUP = re.compile(r"([0-9]+)\s*x\s*([a-z]+)")


def parse_theta(text: str) -> list[Theta]:
    """Rows of theta, from JSON ``[[10, 5, 0], ...]`` or groups ``10xeasy,5xhard``."""
    rows = _rows_from_json(text) if text.lstrip().startswith("[") else _groups(text)
    return [(a, b, c) for a, b, c in checked_theta(rows).tolist()]


def _rows_from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"theta is not valid JSON: {error}") from None
    except RecursionError:
        raise ValueError("theta is JSON nested too deeply") from None


def _groups(text: str) -> list[Theta]:
    rows: list[Theta] = []
    for group in text.split(","):
        match = _GROUP.fullmatch(group.strip().lower())
        if match is None or match[2] not in NAMED:
            raise ValueError(
                f"theta must be JSON rows such as [[10, 5, 0], [3, 1.5, 0]] or groups "
                f"such as 10xeasy,10xhard of {', '.join(NAMED)}; "
                f"{group.strip()!r} is neither"
            )
        if len(match[1]) > _MOST_DIGITS:
            raise ValueError(f"theta asks for too many concepts: {match[1]}")
        rows += [NAMED[match[2]]] * int(match[1])
    return rows
