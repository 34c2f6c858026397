"""Single variables of the environment, or a sentence about what is wrong with one."""

import math
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"true", "yes", "on", "1"})
FALSE = frozenset({"false", "no", "off", "0"})
LAST_PORT = 65_535

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
    variables: Variables,
    name: str,
    default: int,
    *,
    at_least: int = 1,
    at_most: int | None = None,
) -> int:
    """The whole number that ``name`` is set to; nothing is the default."""
    text = variables.get(name, "").strip()
    if not text:
        return default
    highest = math.inf if at_most is None else at_most
    if not text.isdecimal() or not at_least <= int(text) <= highest:
        wish = f"{at_least} or more" if at_most is None else f"{at_least} to {at_most}"
        raise ImproperlyConfigured(
            f"{name} must be a whole number, {wish}, got {text!r}"
        )
    return int(text)


def read_port(variables: Variables, name: str, default: int) -> int:
    """The port that ``name`` is set to; nothing is the default."""
    return read_number(variables, name, default, at_most=LAST_PORT)


def read_folder(variables: Variables, name: str, default: Path) -> Path:
    """The folder that ``name`` is set to, from the root on; nothing is the default.

    Another would be elsewhere for every process, by where it was started.
    """
    text = variables.get(name, "").strip()
    if text and not text.startswith("/"):
        raise ImproperlyConfigured(f"{name} must begin with /, got {text!r}")
    return Path(text) if text else default


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


def read_list(text: str) -> list[str]:
    """What stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]
