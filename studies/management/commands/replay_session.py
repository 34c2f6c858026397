import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from tqdm import tqdm

from studies.models import TeachingSession
from studies.services.analysis.replay import replay_session


class Command(BaseCommand):
    help = (
        "Compute every choice of a session again and name the first difference. "
        "Example: manage.py replay_session --study german-quick"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("session", nargs="?", type=UUID, help="a session's id")
        which.add_argument("--study", help="all sessions of a study")
        which.add_argument("--all", action="store_true", help="all sessions")

    def handle(self, *args: Any, **options: Any) -> None:
        sessions = self._sessions(options)
        n_exact = n_faults = 0
        for session in tqdm(sessions.iterator(), total=sessions.count(), disable=None):
            replayed = replay_session(session)
            n_exact += replayed.is_exact and not replayed.fault
            if replayed.fault:
                n_faults += 1
                self.stdout.write(f"{session.public_id}: {replayed.fault}")
        n_close = sessions.count() - n_exact - n_faults
        self.stdout.write(
            f"{n_exact} replayed bit for bit, {n_close} within 1e-9 under other "
            f"versions, {n_faults} differ"
        )
        if n_faults:
            sys.exit(1)

    def _sessions(self, options: dict[str, Any]) -> QuerySet[TeachingSession]:
        sessions = TeachingSession.objects.select_related("deck_version")
        if options["study"]:
            sessions = sessions.filter(study__slug=options["study"])
        elif options["session"]:
            sessions = sessions.filter(public_id=options["session"])
        if not sessions.exists():
            raise CommandError("There is no such session.")
        return sessions.order_by("pk")
