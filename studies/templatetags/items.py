"""How shares of people are written."""

from django import template

register = template.Library()
NOTHING = "\N{EN DASH}"


@register.filter
def percent(share: float | None) -> str:
    """A share of 1 as a percentage; a dash where there is none."""
    return NOTHING if share is None else f"{100 * share:.0f} %"


@register.filter
def points(difference: float | None) -> str:
    """A difference of shares in percentage points, with its sign."""
    if difference is None:
        return NOTHING
    return f"{100 * difference:+.0f}" if round(100 * difference) else "0"
