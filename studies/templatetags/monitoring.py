"""How the pages of a running study say things."""

from django import template

from studies.models.session import Phase

register = template.Library()


@register.filter
def phase_words(phase: str) -> str:
    """A phase as people write it: questions before, not questions_before."""
    return Phase(phase).label.lower()
