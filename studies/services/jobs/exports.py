"""Exports: asked for on a page, written by a worker, kept for a while, handed out."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from studies.errors import InvalidError, NotFoundError
from studies.models import Job, Study
from studies.models.job import JobKind, JobState
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.allocation import lock_study
from studies.services.export.writing import Manifest, export_study
from studies.services.jobs.progress import JobRun
from studies.services.jobs.starting import find_job, find_under_way, start_job
from studies.services.team.audit import record_action
from studies.services.team.rights import Right, StudyAccess

KEPT = timedelta(days=7)
# Progress is told in hundredths.
N_PIECES = 100


@transaction.atomic
def start_export(
    *, access: StudyAccess, purpose: Purpose, with_private: bool, now: datetime
) -> Job:
    """Ask for an export; a second click finds that of the first."""
    access.require(Right.EXPORT)
    if with_private:
        access.require(Right.SEE_IDENTITIES)
    study = lock_study(access.study)
    options = {"purpose": purpose.value, "with_private": with_private}
    under_way = find_under_way(study, JobKind.EXPORT)
    if under_way is not None:
        if under_way.options != options:
            raise InvalidError("Another export is being written. Wait until it is.")
        return under_way
    record_action(study, Action.EXPORTED, who=access.who, now=now, **options)
    return start_job(study, JobKind.EXPORT, options, N_PIECES, who=access.who, now=now)


def write_file(job: Job, run: JobRun) -> dict[str, Any]:
    """Write the job's file. A worker that was killed left half a file: begun anew."""
    path = _path_of(job)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    try:
        with half.open("wb") as out:
            manifest = export_study(
                study=job.study,
                purpose=Purpose(job.options["purpose"]),
                with_private=job.options["with_private"],
                out=out,
                watch=_teller(run),
            )
        half.chmod(0o600)
        half.rename(path)
    finally:
        half.unlink(missing_ok=True)
    run.report(N_PIECES)
    return describe_file(job, manifest)


def describe_file(job: Job, manifest: Manifest) -> dict[str, Any]:
    """What the page tells of the file of ``job``."""
    path = _path_of(job)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    files = manifest["files"].items()
    return {
        "sha256": digest,
        "n_bytes": path.stat().st_size,
        "rows": {name: told["n_rows"] for name, told in files if "n_rows" in told},
    }


def _teller(run: JobRun) -> Callable[[int, int], None]:
    told = 0

    def tell(n_done: int, n_total: int) -> None:
        nonlocal told
        # The last piece is the end of the file.
        hundredths = min(N_PIECES - 1, N_PIECES * n_done // n_total)
        if hundredths > told:
            told = hundredths
            run.report(told)

    return tell


def find_file(access: StudyAccess, job_id: int, *, now: datetime) -> tuple[Job, Path]:
    """An export that ``access`` may have, as long as there is one."""
    access.require(Right.EXPORT)
    job = find_job(access.study, job_id)
    if job.kind != JobKind.EXPORT or job.state != JobState.DONE:
        raise NotFoundError
    if job.options["with_private"]:
        access.require(Right.SEE_IDENTITIES)
    path = _path_of(job)
    if not is_kept(job, now=now):
        raise NotFoundError("This export was deleted. Make a new one.")
    return job, path


def is_kept(job: Job, *, now: datetime) -> bool:
    """Whether there still is a file, which nobody may miss who was erased since."""
    if job.state != JobState.DONE or not _path_of(job).exists():
        return False
    is_old = job.ended_at is not None and now - job.ended_at > KEPT
    return not is_old and not _was_erased_since(job)


def record_download(*, access: StudyAccess, job: Job, what: str, now: datetime) -> None:
    """Log that somebody took an export or a table of it."""
    detail = {**job.options, "downloaded": what}
    record_action(access.study, Action.EXPORTED, who=access.who, now=now, **detail)


def record_command(
    *, study: Study, purpose: Purpose, with_private: bool, who: str, now: datetime
) -> None:
    """Log an export that goes to a file of one's own."""
    detail = {"purpose": purpose.value, "with_private": with_private}
    record_action(study, Action.EXPORTED, who=who, now=now, **detail)


def delete_old_exports(*, now: datetime) -> int:
    """Delete the files of exports whose time is over, or of which no job knows."""
    folder = settings.EXPORT_FOLDER
    files = list(folder.glob("*.zip")) if folder.exists() else []
    keys = [int(path.stem) for path in files if path.stem.isdecimal()]
    jobs = Job.objects.filter(pk__in=keys, kind=JobKind.EXPORT).select_related("study")
    kept = {_path_of(job) for job in jobs if job.is_under_way or is_kept(job, now=now)}
    gone = [path for path in files if path not in kept]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _was_erased_since(job: Job) -> bool:
    return job.study.sessions.filter(erased_at__gt=job.started_at).exists()


def _path_of(job: Job) -> Path:
    folder: Path = settings.EXPORT_FOLDER
    return folder / f"{job.pk}.zip"
