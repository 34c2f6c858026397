"""Numbers within sentences, as pages write them."""

from django import template

register = template.Library()
_NO_BREAK = "\N{NO-BREAK SPACE}"


@register.filter
def with_units(sentence: str) -> str:
    """The sentence with no end of a line between a number and its per cent."""
    return sentence.replace(" %", f"{_NO_BREAK}%")


@register.filter
def cents(amount: int) -> str:
    """An amount of minor units: 40 is 0.40."""
    return f"{amount / 100:.2f}"
