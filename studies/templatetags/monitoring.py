"""How the pages of a running study say things."""

from django import template

from studies.models.session import Phase
from studies.recruitment import RECRUITERS

register = template.Library()


@register.filter
def phase_words(phase: str) -> str:
    """A phase as people write it: questions before, not questions_before.

    What a browser says it was in may be anything, and stays as it is.
    """
    return Phase(phase).label.lower() if phase in Phase.values else phase


@register.filter
def recruiter_words(name: str) -> str:
    """Whose people they are: Prolific, or an open link."""
    recruiter = RECRUITERS.get(name)
    return recruiter.title if recruiter else name
