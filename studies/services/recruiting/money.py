"""Amounts in minor units (cents), their words, and what Mechanical Turk takes."""

import re

from studies.errors import InvalidError

CURRENCY = "USD"
_AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")
_USUAL_PERCENT = 20
_MORE_FOR_MANY = 20
_MORE_FOR_MASTERS = 5
# From so many assignments in one HIT on, each costs more.
MANY_ASSIGNMENTS = 10


def say_amount(minor: int) -> str:
    """12345 is 123.45, as the service wants it and people read it."""
    return f"{minor // 100}.{minor % 100:02}"


def read_amount(text: str) -> int:
    """The minor units of an amount that somebody typed."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise InvalidError(f"An amount looks like 2.40, not like {text.strip()!r}.")
    whole, cents = found[1], found[2] or ""
    return int(whole) * 100 + int(cents.ljust(2, "0"))


def fee_of(amount: int, *, n_assignments: int = 1, is_masters: bool = False) -> int:
    """What the service takes on top of ``amount``, rounded up, at least a cent."""
    percent = _USUAL_PERCENT
    percent += _MORE_FOR_MANY if n_assignments >= MANY_ASSIGNMENTS else 0
    percent += _MORE_FOR_MASTERS if is_masters else 0
    return max(1, -(-amount * percent // 100))
