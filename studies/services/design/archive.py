"""Studies that are out of the way: archived, or deleted while they are nothing yet."""

from datetime import datetime

from django.db import transaction

from studies.errors import DesignError
from studies.models import Hit, Participant, PaymentRecord, Study
from studies.models.study import ASKING, Purpose
from studies.models.team import Action
from studies.services.allocation import lock_study
from studies.services.team.audit import record_action

# Whose sessions are nobody's: researchers who try, and people made of code.
_NOBODY = (Purpose.PREVIEW, Purpose.SIMULATED, Purpose.PRACTICE)


def can_be_archived(study: Study) -> bool:
    """Whether nobody can join it, so that nothing goes on out of sight."""
    return study.state not in ASKING


@transaction.atomic
def archive_study(*, study_id: int, who: str, now: datetime) -> None:
    """Take a draft or a closed study out of the list; nothing of it is lost."""
    study = lock_study(Study(pk=study_id))
    if not can_be_archived(study):
        raise DesignError(f"This study is {study.state}: close it first.")
    if study.archived_at is None:
        _set_archived(study, now)
        record_action(study, Action.ARCHIVED, who=who, now=now)


@transaction.atomic
def bring_back_study(*, study_id: int, who: str, now: datetime) -> None:
    """Put an archived study into the list again."""
    study = lock_study(Study(pk=study_id))
    if study.archived_at is not None:
        _set_archived(study, None)
        record_action(study, Action.BROUGHT_BACK, who=who, now=now)


def _set_archived(study: Study, at: datetime | None) -> None:
    study.archived_at = at
    study.save(update_fields=["archived_at"])


def find_obstacle_to_deleting(study: Study) -> str:
    """Why a study has to stay; empty if nothing speaks against deleting it."""
    if not study.is_draft:
        return f"Only drafts are deleted, and this study is {study.state}."
    if study.sessions.exclude(purpose__in=_NOBODY).exists():
        return "People took part in a pilot of it: archive it instead."
    if _was_offered(study):
        return "It was offered to workers for pay: archive it instead."
    return ""


def _was_offered(study: Study) -> bool:
    """Whether the ledger has something of it, which stays."""
    hits = Hit.objects.filter(account__study=study)
    payments = PaymentRecord.objects.filter(account__study=study)
    return hits.exists() or payments.exists()


@transaction.atomic
def delete_draft(*, study_id: int) -> None:
    """Delete a draft for good, with its log, and whoever only tried it."""
    study = lock_study(Study(pk=study_id))
    if obstacle := find_obstacle_to_deleting(study):
        raise DesignError(obstacle)
    people = list(study.sessions.values_list("participant_id", flat=True))
    study.sessions.all().delete()
    Participant.objects.filter(pk__in=people).delete()
    study.delete()
