"""What people were told against what is stored."""

import re
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from django.core.management import CommandError, call_command

from studies.models import Study, TeachingSession
from studies.services.simulation.participants import find_losses
from tests.faults.harness.people import Played


def find_faults(study: Study, played: list[Played], folder: Path) -> list[str]:
    """Whatever is lost, twice, out of order, forged or told twice in two ways."""
    people = [one.acknowledged() for one in played]
    return [
        *find_losses(study, people),
        *(f"{one.person}: {one.fault}" for one in people if one.fault),
        *(fault for one in played for fault in one.told.faults),
        *_find_gaps(study.sessions.filter(purpose="simulated")),
        *_find_forgeries(study, folder),
    ]


def _find_gaps(sessions: Iterable[TeachingSession]) -> Iterator[str]:
    for session in sessions:
        steps: dict[str, list[int]] = {}
        for phase, step in session.responses.order_by("phase", "step").values_list(
            "phase", "step"
        ):
            steps.setdefault(phase, []).append(step)
        for phase, found in steps.items():
            if found != list(range(1, len(found) + 1)):
                yield f"{session.public_id}: the steps of {phase} are {found}"


def _find_forgeries(study: Study, folder: Path) -> Iterator[str]:
    """Choices that a replay does not find, and logs that an export finds broken."""
    export = str(folder / "export.zip")
    options = ("--purpose", "simulated", "--private", "--out", export)
    for command in (
        ("replay_session", "--study", study.slug),
        ("export_study", study.slug, *options),
        ("verify_export", export),
    ):
        said = StringIO()
        try:
            call_command(*command, stdout=said, stderr=said)
        except (CommandError, SystemExit) as error:
            yield f"{command[0]}: {error} {said.getvalue()}"


def find_tokens(log: Path) -> Iterator[str]:
    """The address of a session is its token, which no log may tell."""
    if found := re.search(r"sessions/[\w-]{8}", log.read_text()):
        yield f"the log has addresses of sessions: {found[0]}"
