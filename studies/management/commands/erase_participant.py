from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import StudyError
from studies.management.inputs import WHO, who_commands
from studies.services.operations.erasures import overwrite_log
from studies.services.session.withdrawal import (
    erase_session,
    find_sessions,
    is_erased,
)


class Command(BaseCommand):
    help = (
        "Delete all that a participant gave: answers, events, codes and who they are. "
        "That it was done stays in the log. It cannot be undone, so pay them first. "
        "Example: manage.py erase_participant 9c1f0e5ab2d34477 --yes"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("who", help=WHO)
        parser.add_argument("--study", default="", help="in which study")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = find_sessions(options["who"], study=options["study"])
        except StudyError as error:
            raise CommandError(error.message) from error
        sessions = [session for session in found if not is_erased(session)]
        if not sessions:
            raise CommandError("Everything of this person was erased already.")
        for session in sessions:
            self.stdout.write(f"{session} ({session.phase})")
        if not options["yes"]:
            _ask()
        for session in sessions:
            erase_session(session_id=session.pk, by=who_commands(), now=timezone.now())
        overwrite_log()
        self.stdout.write(f"{len(sessions)} erased")


def _ask() -> None:
    try:
        said = input("Erase for good? Type yes: ")
    except EOFError as error:
        raise CommandError(
            "Nothing was erased: there is nobody to ask. Add --yes to be asked nothing."
        ) from error
    if said != "yes":
        raise CommandError("Nothing was erased.")
