"""Jobs as pages tell of them."""

from django import template

from studies.services.jobs.words import tell_progress, tell_title

register = template.Library()
register.filter("job_title", tell_title)
register.filter("job_progress", tell_progress)
