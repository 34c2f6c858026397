"""Numbers as the pages about power write them."""

from django import template

register = template.Library()


@register.filter
def percent(share: float) -> str:
    """0.734 as 73 %."""
    return f"{100 * share:.0f} %"
