"""How the site is, in words for whoever runs a study on it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeGuard

from django.conf import settings
from django.db import connection

from studies.models import Sign, TeachingSession
from studies.models.session import RUNNING
from studies.models.sign import SignKind
from studies.services.mail import is_mail_configured
from studies.services.operations.backup_age import backup_age
from studies.services.operations.backups import LastRun, last_backup, last_drill
from studies.services.operations.certificate import is_encrypted, read_certificate
from studies.services.operations.waiting import Waiting, waiting_work
from studies.services.signs import read_signs

GOOD, DOUBT, FAULT = "good", "doubt", "fault"
INSIDE = timedelta(minutes=5)
# It sweeps every ten seconds; a backup or a slow mail server may hold it up.
SILENT_WORKER = timedelta(minutes=2)
OLDEST_BACKUP = timedelta(hours=48)
OLDEST_DRILL = timedelta(days=35)
LONGEST_WAIT = timedelta(minutes=10)
HOW_TO_TRY = (
    "Only a backup that was brought back once is known to be one: DRILL_DAYS lets the "
    "worker do so."
)
ASK_WHY = "An administrator of the site reads here what is wrong."
KILLED = "It was killed before its end."
# Of its time: Caddy renews a certificate when a third is left.
RENEWAL_IS_LATE, RENEWAL_FAILS = 0.25, 0.1
FULL_DISK, ALMOST_FULL_DISK = 0.95, 0.8


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what was found, and what to do about it.

    The ``reason`` is for administrators: it names files and folders.
    """

    state: str
    words: str
    advice: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Status:
    """All that was found, and numbers for administrators of the site."""

    findings: list[Finding]
    details: dict[str, str]

    @property
    def is_good(self) -> bool:
        return all(finding.state != FAULT for finding in self.findings)


def look_at_site(*, now: datetime) -> Status:
    """How the site is; that somebody can ask shows that database and server run."""
    signs, work = read_signs(), waiting_work()
    findings = [
        _people(now),
        _worker(signs, now),
        *_queue(work, now),
        _backup(now),
        *_drill(now),
        _mail(signs),
        *_disks(),
        *_certificate(now),
    ]
    return Status(findings, _details(work, signs, now))


def _people(now: datetime) -> Finding:
    seen = TeachingSession.objects.filter(
        phase__in=RUNNING, is_away=False, last_seen_at__gte=now - INSIDE
    )
    n = seen.count()
    inside = "1 is inside" if n == 1 else f"{n or 'none'} are inside"
    return _good(f"Participants are being served: {inside} at the moment.")


def _worker(signs: dict[str, Sign], now: datetime) -> Finding:
    sign = signs.get(SignKind.SWEEP)
    advice = (
        "Until it runs again, exports and results wait, and people who leave keep "
        "their places. Whoever runs the server starts `manage.py work` again."
    )
    if sign is None:
        return Finding(FAULT, "The worker has never been seen.", advice)
    age = now - sign.last_at
    if age > SILENT_WORKER:
        return Finding(FAULT, f"The worker was last seen {ago(age)}.", advice)
    return _good(f"The worker was seen {ago(age)}.")


def _queue(work: Waiting, now: datetime) -> Iterator[Finding]:
    if work.since is not None and now - work.since > LONGEST_WAIT:
        words = (
            f"{work.n} pieces of work wait; the first was asked for "
            f"{ago(now - work.since)}."
        )
        yield Finding(DOUBT, words, "Another worker beside the first would help.")


def _backup(now: datetime) -> Finding:
    last, age = last_backup(now=now), backup_age(now=now)
    if age is None and _has_failed(last):
        return Finding(FAULT, "There is no good backup.", ASK_WHY, _reason(last))
    if age is None:
        advice = "What is lost then cannot be brought back: BACKUP_HOURS sets it up."
        return Finding(DOUBT, "No backup was made yet.", advice)
    if age > OLDEST_BACKUP:
        words = f"The last good backup was made {ago(age)}."
        return Finding(FAULT, words, ASK_WHY, _reason(last))
    return _good(f"The last backup was made {ago(age)}.")


def _drill(now: datetime) -> Iterator[Finding]:
    """When a backup was last brought back on trial, where there are any."""
    last = last_drill(now=now)
    good_age = last.good_age if last else None
    if _has_failed(last):
        words = f"A trial of a backup failed {ago(last.age)}."
        yield Finding(FAULT, words, ASK_WHY, _reason(last))
    elif good_age is not None:
        words = f"A backup was brought back on trial {ago(good_age)}."
        is_old = good_age > OLDEST_DRILL
        yield Finding(DOUBT, words, HOW_TO_TRY) if is_old else _good(words)
    elif backup_age(now=now) is not None:
        yield Finding(DOUBT, "No backup was tried yet.", HOW_TO_TRY)


def _mail(signs: dict[str, Sign]) -> Finding:
    if not is_mail_configured():
        advice = "Links are shown to be copied instead; EMAIL_HOST sets it up."
        return Finding(DOUBT, "No mail is sent.", advice)
    sent, failed = signs.get(SignKind.MAIL_SENT), signs.get(SignKind.MAIL_FAILED)
    if failed is not None and (sent is None or sent.last_at < failed.last_at):
        advice = "A test mail on the page Accounts says why."
        return Finding(FAULT, "The last mail could not be sent.", advice)
    return _good("Mail works." if sent else "Mail is set up; none was sent yet.")


def _disks() -> Iterator[Finding]:
    """How full every disk is that the site writes to, each told once."""
    looked_at = set()
    for name, folder in _folders().items():
        disk = _disk_number(folder)
        if disk not in looked_at:
            looked_at.add(disk)
            yield _disk(name, _share_used(folder))


def _folders() -> dict[str, Path]:
    folders = {"exports": settings.EXPORT_FOLDER, "backups": settings.BACKUP_FOLDER}
    if connection.vendor == "sqlite":
        folders["the database"] = connection.settings_dict["NAME"]
    return {name: _nearest(Path(folder)) for name, folder in folders.items()}


def _nearest(path: Path) -> Path:
    return next(each for each in (path, *path.absolute().parents) if each.exists())


def _disk_number(folder: Path) -> int:
    return folder.stat().st_dev


def _share_used(folder: Path) -> float:
    """As df reckons: what only root may fill is neither used nor free."""
    usage = shutil.disk_usage(folder)
    return usage.used / (usage.used + usage.free)


def _disk(name: str, share: float) -> Finding:
    words = f"The disk for {name} is {share:.0%} full.".replace("%", " %")
    advice = "When it is full, exports and backups fail: make room."
    if share >= FULL_DISK:
        return Finding(FAULT, words, advice)
    return Finding(DOUBT, words, advice) if share >= ALMOST_FULL_DISK else _good(words)


def _certificate(now: datetime) -> Iterator[Finding]:
    if not is_encrypted():
        return
    shown = read_certificate()
    if shown is None:
        words = "The certificate of the site cannot be read from here."
        advice = (
            "A browser tells until when it is valid; TLS_ADDRESS says where to ask."
        )
        yield Finding(DOUBT, words, advice)
        return
    share = shown.share_left(now=now)
    verb = "is" if share > 0 else "was"
    words = f"The certificate {verb} valid until {shown.ends:%Y-%m-%d %H:%M} UTC."
    advice = "The proxy should have renewed it; its log says why it did not."
    if share < RENEWAL_IS_LATE:
        yield Finding(FAULT if share < RENEWAL_FAILS else DOUBT, words, advice)
    else:
        yield _good(words)


def _good(words: str) -> Finding:
    return Finding(GOOD, words)


def _details(work: Waiting, signs: dict[str, Sign], now: datetime) -> dict[str, str]:
    told = {
        f"Last {SignKind(sign.kind).label.lower()}": ago(now - sign.last_at)
        for sign in signs.values()
    }
    return {
        "Database": connection.vendor,
        "Work that waits": str(work.n),
        "Mail server": settings.EMAIL_HOST or "none",
        "Metrics": "on" if settings.METRICS_TOKEN else "off",
        **told,
    }


def _reason(run: LastRun | None) -> str:
    if run is None or run.is_good:
        return "No newer one was made: BACKUP_HOURS or the worker's log says why."
    return run.words or KILLED


def _has_failed(run: LastRun | None) -> TypeGuard[LastRun]:
    return run is not None and run.outcome == "failed"


def ago(age: timedelta) -> str:
    """How long something is over, as people say it."""
    seconds = max(0, round(age.total_seconds()))
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit} ago"
    return f"{seconds} s ago"
