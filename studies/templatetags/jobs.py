"""Jobs as pages tell of them."""

from django import template

from studies.services.jobs.words import tell_progress, tell_title

register = template.Library()
register.filter("job_title", tell_title)
register.filter("job_progress", tell_progress)


@register.filter
def hundredths(share: float | None) -> str:
    """A share or a difference of shares in hundredths, with one decimal."""
    return "\N{EN DASH}" if share is None else f"{100 * share:.1f}"
