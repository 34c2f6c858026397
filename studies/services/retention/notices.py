"""Tell owners before anything of theirs is deleted."""

from datetime import datetime

from studies.models import AlertMail, Study
from studies.services.mail import is_mail_configured, send_text
from studies.services.retention.dates import Deletion, find_near, promising
from studies.services.team.members import list_owner_addresses


def mail_notices(*, now: datetime) -> int:
    """Mail every owner once what will be deleted; says how many mails went out."""
    if not is_mail_configured():
        return 0
    return sum(
        _mail(study, deletion)
        for study in promising()
        for deletion in find_near(study, now=now)
    )


def _mail(study: Study, deletion: Deletion) -> int:
    addresses = list_owner_addresses(study)
    if not addresses:
        return 0
    mark, is_new = AlertMail.objects.get_or_create(
        study=study, alert=f"deletes {deletion.what}", day=deletion.at.date()
    )
    if not is_new:
        return 0
    subject = f"{study.title}: something will be deleted"
    text = f"Your study “{study.title}” ({study.slug}) is closed. {deletion.words} "
    sent = [
        send_text(to=to, subject=subject, text=text + deletion.advice)
        for to in addresses
    ]
    if not any(sent):
        # Tried again with the next call.
        mark.delete()
    return sum(sent)
