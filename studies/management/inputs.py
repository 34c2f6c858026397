"""What commands are told, or a sentence about what is wrong with it."""

import getpass
from pathlib import Path
from typing import TextIO

from django.core.management.base import CommandError

from studies.models import Study

WHO = "a session's id, a pseudonym, a worker's id or a completion code"


def find_study(slug: str) -> Study:
    """The study that is called ``slug`` in its link."""
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        raise CommandError(f"There is no study “{slug}”.")
    return study


def open_table(path: Path) -> TextIO:
    """A new file for a table."""
    try:
        return path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def who_commands() -> str:
    """Whoever runs the command, by their name on this machine."""
    try:
        return f"{getpass.getuser()} (command)"
    except (KeyError, OSError, ImportError):
        # A container may run as a number without a name.
        return "command"
