"""Checks at the start: what is shipped must be there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.core.management.base import SystemCheckError

from studies.errors import DeckError
from studies.services.decks.media.pictures import DECKS, find_shipped, is_shipped
from studies.services.decks.tables import decode_table, read_table


@register("decks")
def check_shipped_decks(**options: Any) -> list[CheckMessage]:
    """An error for every picture that a shipped deck names and nobody finds."""
    folders = sorted(path.parent for path in DECKS.glob("*/deck.csv"))
    return [message for folder in folders for message in _faults(folder)]


def refuse_incomplete_decks() -> None:
    """For servers that run no system checks of their own."""
    faults = check_shipped_decks()
    if faults:
        raise SystemCheckError("; ".join(fault.msg for fault in faults))


def _faults(folder: Path) -> Iterator[CheckMessage]:
    try:
        reading = read_table(decode_table((folder / "deck.csv").read_bytes()))
    except (DeckError, OSError) as error:
        yield Error(
            f"The deck {folder.name} cannot be read: {error}", id="studies.E002"
        )
        return
    for row in reading.rows.values():
        if row.picture and not _is_there(row.picture, folder):
            yield Error(
                f"The deck {folder.name} has no picture {row.picture}.",
                hint="The installation is incomplete: install Forgetmenot again.",
                id="studies.E001",
            )


def _is_there(name: str, folder: Path) -> bool:
    if is_shipped(name):
        return find_shipped(name) is not None
    return (folder / name).is_file()
