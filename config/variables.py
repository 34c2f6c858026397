"""Single variables of the environment, or a sentence about what is wrong with one."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"true", "yes", "on", "1"})
FALSE = frozenset({"false", "no", "off", "0"})

Variables = Mapping[str, str]


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """End the program with a sentence when the block finds the environment wrong.

    Whoever set a variable learns more from it than from where it was read.
    """
    try:
        yield
    except ImproperlyConfigured as error:
        sys.exit(f"{error}.")


def load_settings() -> None:
    """Have the settings read now, or an error."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    settings.INSTALLED_APPS  # noqa: B018


def read_number(
    variables: Variables, name: str, default: int, *, at_least: int = 1
) -> int:
    """The whole number that ``name`` is set to; nothing is the default."""
    text = variables.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or int(text) < at_least:
        raise ImproperlyConfigured(
            f"{name} must be a whole number, {at_least} or more, got {text!r}"
        )
    return int(text)


def read_flag(variables: Variables, name: str, default: bool) -> bool:
    """Whether ``name`` is switched on; nothing is the default."""
    text = variables.get(name, "").strip().lower()
    if not text:
        return default
    if text not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be true or false, got {text!r}")
    return text in TRUE


def read_secret(variables: Variables, name: str) -> str:
    """A secret as it stands, or nothing; ``NAME_FILE`` may name a file that has it."""
    try:
        return variables.get(name, "").rstrip("\n")
    except (OSError, UnicodeError) as error:
        raise ImproperlyConfigured(
            f"{name}_FILE must name a file that can be read, got {error}"
        ) from error
