"""How shares of people are written."""

from django import template

register = template.Library()
NOTHING = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


@register.filter
def percent(share: float | None, digits: int = 0) -> str:
    """A share of 1 as a percentage; a dash where there is none."""
    return NOTHING if share is None else f"{100 * share:.{digits}f} %"


@register.filter
def points(difference: float | None, digits: int = 0) -> str:
    """A difference of shares in percentage points, with its sign."""
    if difference is None:
        return NOTHING
    told = f"{100 * difference:+.{digits}f}".replace("-", MINUS)
    return told if round(100 * difference, digits) else f"{0:.{digits}f}"
