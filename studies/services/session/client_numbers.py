"""Numbers a browser tells about itself: kept as data, never believed."""

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
    return {name: data[name] for name in CLIENT_TIMES if is_sane_number(data.get(name))}


def is_sane_number(value: object) -> bool:
    """Whether ``value`` is a number that a clock or a counter could have made."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= LARGEST_CLIENT_NUMBER
