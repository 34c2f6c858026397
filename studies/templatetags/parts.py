"""Parts of pages that are the same for many, rendered once."""

from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

MOST_REMEMBERED = 4096
register = template.Library()


@register.simple_tag
def remembered(name: str, **values: object) -> SafeString:
    """The part ``name`` with these values and no others, in the page's language."""
    return _render(name, get_language(), tuple(values.items()))


@lru_cache(maxsize=MOST_REMEMBERED)
def _render(
    name: str, language: str | None, values: tuple[tuple[str, object], ...]
) -> SafeString:
    # A template has escaped what came into it.
    return mark_safe(get_template(name).render(dict(values)))  # nosec B308 B703
