"""Asking Prolific about every study that has people from there."""

import logging
from datetime import datetime, timedelta

from studies.errors import StudyError
from studies.models import Study
from studies.models.study import StudyState
from studies.services.recruiting.prolific.client import (
    PROLIFIC,
    connect,
    is_configured,
    prolific_account,
)
from studies.services.recruiting.prolific.reconciling import reconcile

# Prolific approves by itself after some weeks; nothing changes after that.
_LOOKED_AT = timedelta(days=31)
_log = logging.getLogger(__name__)


def poll_prolific(*, now: datetime) -> int:
    """Reconcile every study that names Prolific and to which somebody came from there.

    A study that fails is tried again the next time, and keeps no other from its turn.
    """
    if not is_configured():
        return 0
    client = connect()
    studies = [study for study in _open_studies(now) if PROLIFIC in study.recruiters]
    for study in studies:
        account = prolific_account(study)
        try:
            reconcile(account, client=client, now=now)
        except StudyError as error:
            _log.warning("Prolific of study %s: %s", study.pk, error.message)
    return len(studies)


def _open_studies(now: datetime) -> list[Study]:
    since = now - _LOOKED_AT
    came = Study.objects.filter(sessions__arrivals__recruiter=PROLIFIC).distinct()
    over = came.filter(state=StudyState.CLOSED, finish_until__lt=since)
    return list(came.exclude(pk__in=over.values("pk")).order_by("pk"))
