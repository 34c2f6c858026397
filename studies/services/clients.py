"""Numbers a browser tells about itself: kept as data, never believed."""

import math
from typing import Any

CLIENT_TIMES = (
    "picture_delay_ms",
    "elapsed_ms",
    "first_key_ms",
    "n_keys",
    "n_pastes",
    "n_blurs",
    "network_ms",
)
LARGEST_CLIENT_NUMBER = 1e12


def clean_client(data: Any) -> dict[str, float]:
    """The sane ones of the known numbers.

    A broken clock must not cost anybody an answer, so nonsense is dropped.
    """
    if not isinstance(data, dict):
        return {}
    return {name: data[name] for name in CLIENT_TIMES if _is_sane(data.get(name))}


def _is_sane(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and abs(value) <= LARGEST_CLIENT_NUMBER
