"""Numbers as papers print them: no zero before the point, no p rounded to .05."""

from studies.statistics.permuting.permutation import ALPHA


def format_p(p: float) -> str:
    """``.03``, ``.003`` or ``< .001``; never rounded to .05."""
    if p < 0.001:
        return "< .001"
    digits = 3 if p < 0.0095 else 2
    while digits < 6 and round(p, digits) == ALPHA != p:
        digits += 1
    return without_zero(f"{p:.{digits}f}")


def format_limit(limit: float) -> str:
    """What p must fall below: ``.05``, ``.049``, ``.003``; never told as zero."""
    digits = 3
    while digits < 9 and round(limit, digits) == 0:
        digits += 1
    return without_zero(f"{limit:.{digits}f}".rstrip("0"))


def format_exactly(value: float, digits: int) -> str:
    """As in the paper's table: ``.572`` and ``.0652``."""
    return without_zero(f"{value:.{digits}f}")


def format_exact_p(p: float) -> str:
    """Four digits as in the paper's table; ``< .0001`` instead of zeros alone."""
    return "< .0001" if p < 0.0001 else format_exactly(p, 4)


def without_zero(number: str) -> str:
    """``.5`` for ``0.5``."""
    return number.removeprefix("0") if number.startswith("0.") else number


def digits_that_agree(first: float, other: float, difference: float) -> int:
    """None if whole per cents add up as they are read, else one.

    51 less 48 is not 2.
    """
    whole = [round(100 * share) for share in (first, other, difference)]
    return 0 if whole[0] - whole[1] == whole[2] else 1
