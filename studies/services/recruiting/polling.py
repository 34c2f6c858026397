"""Looking at the services now and then, so that nobody has to."""

import logging
from datetime import datetime, timedelta

from django.conf import settings

from studies.errors import StudyError
from studies.models import RecruitingAccount
from studies.services.recruiting.prolific.polling import poll_prolific
from studies.services.recruiting.reconciling import reconcile
from studies.services.recruiting.requester import MTURK, connect, is_configured

# By then everything is approved, if only by the service itself.
_LOOKED_AT = timedelta(days=31)
_log = logging.getLogger(__name__)


def poll_recruiters(*, now: datetime) -> int:
    """Reconcile every study that has people of a service; says how many there are.

    One that fails is tried again the next time, and keeps no other from its turn.
    """
    return _poll_mturk(now=now) + poll_prolific(now=now)


def _poll_mturk(*, now: datetime) -> int:
    """Those with HITs of late."""
    if not is_configured():
        return 0
    accounts = RecruitingAccount.objects.filter(
        recruiter=MTURK,
        environment=settings.MTURK_ENVIRONMENT,
        hits__expires_at__gt=now - _LOOKED_AT,
    ).distinct()
    requester = connect()
    for account in accounts:
        try:
            reconcile(account, requester=requester, now=now)
        except StudyError as error:
            _log.warning("Recruiting of study %s: %s", account.study_id, error.message)
    return len(accounts)
