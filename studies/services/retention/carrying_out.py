"""Delete in time what a study promised to delete."""

from datetime import datetime

from django.db import transaction

from studies.models import Study
from studies.models.team import Action
from studies.services.identities import forget_person
from studies.services.retention.dates import DATA, Deletion, find_due, promising
from studies.services.session.lock import lock_session_by_id
from studies.services.session.withdrawal import erase_session, is_erased
from studies.services.team.audit import record_action

WHO = "the server"
BY = "retention"


def delete_due(*, now: datetime) -> int:
    """Delete what its time is over for; says of how many sessions.

    Whoever is stopped in between goes on with the next call.
    """
    due = [(study, each) for study in promising() for each in find_due(study, now=now)]
    return sum(_carry_out(study, each, now=now) for study, each in due)


def _carry_out(study: Study, deletion: Deletion, *, now: datetime) -> int:
    delete = _erase if deletion.what == DATA else _forget
    sessions = [each for each in study.sessions.order_by("pk") if not is_erased(each)]
    for session in sessions:
        delete(session.pk, now)
    with transaction.atomic():
        # Their labels say who was to come.
        study.personal_links.all().delete()
        setattr(study, f"{deletion.what}_deleted_at", now)
        study.save(update_fields=[f"{deletion.what}_deleted_at"])
        detail = {"what": deletion.what, "n_people": len(sessions)}
        record_action(study, Action.RETAINED, who=WHO, now=now, **detail)
    return len(sessions)


def _erase(session_id: int, now: datetime) -> None:
    erase_session(session_id=session_id, now=now, by=BY)


def _forget(session_id: int, now: datetime) -> None:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        forget_person(locked.session, now=now)
