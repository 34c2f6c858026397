"""Numbers as the pages about power write them."""

from django import template

register = template.Library()


@register.filter
def percent(share: float, n_digits: int = 0) -> str:
    """0.734 as 73 %, or with a digit as 73.4 %."""
    return f"{100 * share:.{n_digits}f} %"
