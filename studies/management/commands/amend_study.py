from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import StudyError
from studies.management.inputs import find_study, who_commands
from studies.services.design.amending import AMENDABLE, amend_study


class Command(BaseCommand):
    help = (
        "Change the words of an open study, and log what they were before. A value "
        "that begins with @ is read from that file. "
        "Example: manage.py amend_study german contact=lab@example.org "
        'consent_version=2 consent_text=@consent.md --reason "new address"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the study's name in its link")
        parser.add_argument(
            "changes",
            nargs="+",
            metavar="name=value",
            help=f"names are {', '.join(sorted(AMENDABLE))}",
        )
        parser.add_argument("--reason", default="", help="for the log")

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        try:
            change = amend_study(
                study_id=study.pk,
                changes=dict(_read(text) for text in options["changes"]),
                who=who_commands(),
                reason=options["reason"],
                now=timezone.now(),
            )
        except StudyError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{study.slug}: {', '.join(sorted(change.after))} changed")


def _read(text: str) -> tuple[str, str]:
    name, is_given, value = text.partition("=")
    if not is_given:
        raise CommandError(f"Write {text}=value.")
    if not value.startswith("@"):
        return name, value
    try:
        return name, Path(value[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{value[1:]}: {error}") from error
