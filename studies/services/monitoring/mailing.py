"""Alerts by e-mail: to the owners of a study, once per alert and day."""

import logging
from datetime import datetime
from smtplib import SMTPException

from django.core.mail import send_mail

from studies.models import AlertMail, Study
from studies.models.study import StudyState
from studies.services.mail import is_mail_configured, note_mail
from studies.services.monitoring.alerts import Alert, find_alerts
from studies.services.team.members import list_owner_addresses

_LOGGER = logging.getLogger(__name__)
_WATCHED = (StudyState.PILOT, StudyState.LIVE, StudyState.PAUSED)


def mail_alerts(*, now: datetime) -> int:
    """Tell owners what needs attention; returns how many mails went out.

    An alert that a mail could not be sent for is tried again with the next call.
    """
    if not is_mail_configured():
        return 0
    watched = Study.objects.filter(state__in=_WATCHED, is_demo=False)
    return sum(_mail_study(study, now=now) for study in watched.order_by("pk"))


def _mail_study(study: Study, *, now: datetime) -> int:
    addresses = list_owner_addresses(study)
    if not addresses:
        return 0
    new = {alert: _mark(study, alert, now=now) for alert in find_alerts(study, now=now)}
    alerts = {alert: mark for alert, mark in new.items() if mark is not None}
    if not alerts:
        return 0
    # Marked before: nobody waits for a mail server with a database locked.
    try:
        send_mail(_subject(study), _text(study, list(alerts)), None, addresses)
    except (OSError, SMTPException) as error:
        AlertMail.objects.filter(pk__in=[mark.pk for mark in alerts.values()]).delete()
        note_mail(is_sent=False)
        _LOGGER.warning("An alert could not be mailed: %s", type(error).__name__)
        return 0
    note_mail(is_sent=True)
    return 1


def _mark(study: Study, alert: Alert, *, now: datetime) -> AlertMail | None:
    """The mark that an alert is mailed today, if it is the first."""
    mark, is_new = AlertMail.objects.get_or_create(
        study=study, alert=alert.key, day=now.date()
    )
    return mark if is_new else None


def _subject(study: Study) -> str:
    # A title is one line in a form, but nobody promised it for the header of a mail.
    return " ".join(f"{study.title}: something needs attention".split())


def _text(study: Study, alerts: list[Alert]) -> str:
    lines = [f"- {alert.words} {alert.advice}" for alert in alerts]
    return "\n".join(
        [
            f"Your study “{study.title}” ({study.slug}) is {study.state}.",
            "",
            *lines,
            "",
            "The study’s Monitor page shows more. Each alert is mailed once a day.",
        ]
    )
