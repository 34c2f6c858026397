"""Places of those who gave their submission back, or ran out of time at Prolific."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from studies.models import ReportedSubmission
from studies.models.session import NOTHING_LEFT
from studies.services.allocation import leave_session
from studies.services.recruiting.prolific.submissions import Submission
from studies.services.session.lock import lock_session_by_id


def note_states(submissions: Iterable[Submission], *, now: datetime) -> int:
    """Write down what Prolific says of our people; how many places came free by it."""
    own: dict[int, list[Submission]] = {}
    for each in submissions:
        if each.is_own and each.session is not None:
            own.setdefault(each.session.pk, []).append(each)
    known = _known_states(own)
    return sum(
        _note(pk, theirs, now=now)
        for pk, theirs in own.items()
        if any(known.get((pk, each.id)) != each.status for each in theirs)
    )


def _known_states(sessions: Iterable[int]) -> dict[tuple[int, str], str]:
    rows = ReportedSubmission.objects.filter(session__in=list(sessions))
    told = rows.values_list("session_id", "submission", "status")
    return {(pk, submission): status for pk, submission, status in told}


def _note(session_id: int, own: Sequence[Submission], *, now: datetime) -> int:
    """One session's submissions; its place is given back when all of them are lost.

    Whoever has ended, or has only pages to read left, keeps what they have done.
    """
    is_lost = all(each.is_lost for each in own)
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        session = locked.session
        rows = [_store(session_id, each, now=now) for each in own]
        if not is_lost or session.has_ended or session.phase in NOTHING_LEFT:
            return 0
        if any(row.freed_at for row in rows):
            return 0
        ReportedSubmission.objects.filter(session=session_id).update(freed_at=now)
        if session.is_away:
            return 0
        since, status = session.last_seen_at, own[-1].status.lower()
        leave_session(locked, idle_since=since, submission=status)
        return 1


def _store(
    session_id: int, submission: Submission, *, now: datetime
) -> ReportedSubmission:
    row, is_new = ReportedSubmission.objects.get_or_create(
        session_id=session_id,
        submission=submission.id,
        defaults={"status": submission.status, "at": now},
    )
    if not is_new and row.status != submission.status:
        row.status, row.at = submission.status, now
        row.save(update_fields=["status", "at"])
    return row
