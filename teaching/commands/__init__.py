"""The commands of ``python -m teaching``: a module here is the command of its name.

A command is added by adding its module, nothing else. ``__doc__`` says what it does.
"""

import argparse
import importlib
import pkgutil
from typing import Protocol, cast


class Command(Protocol):
    """What a module of this package has."""

    __doc__: str | None
    EXAMPLE: str  # without ``python -m teaching`` and the command's name

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None: ...

    @staticmethod
    def run(options: argparse.Namespace) -> None:
        """Print the answer; ``ValueError`` and ``OSError`` are told the user."""


def commands() -> dict[str, Command]:
    """Every command by its name, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: _command(name) for name in names}


def _command(name: str) -> Command:
    return cast(Command, importlib.import_module(f"{__name__}.{name}"))
