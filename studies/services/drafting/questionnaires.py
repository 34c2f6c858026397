"""The questions of a study: rows of its own, copied when others ask them too."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from studies.errors import DesignError
from studies.models import Questionnaire, Study
from studies.services.design.telling import tell_question_changes
from studies.services.drafting.editing import lock_draft, note_edit

# The moment of asking, and the field of the study that holds what is asked.
MOMENTS = {"before": "questions_before", "after": "questionnaire"}


@transaction.atomic
def edit_questions(
    *,
    study_id: int,
    moment: str,
    items: list[dict[str, Any]],
    who: str,
    now: datetime,
) -> None:
    """Keep ``items`` as they are: what they lack stops a launch, not the writing."""
    study = lock_draft(study_id)
    name = MOMENTS[moment]
    held: Questionnaire | None = getattr(study, name)
    before = held.items if held else []
    if items == before:
        return
    if held is None or _is_asked_elsewhere(held, study, moment):
        held = Questionnaire(name=f"{study.slug}, {moment}")
        setattr(study, name, held)
    held.items = items
    held.save()
    study.save(update_fields=[name])
    told = tell_question_changes(name, before, items)
    note_edit(study, fields=[name], who=who, now=now, values=told)


def questions_of(study: Study, moment: str) -> list[dict[str, Any]]:
    """What is asked at ``moment``."""
    if moment not in MOMENTS:
        raise DesignError("Questions are asked before or after.")
    held: Questionnaire | None = getattr(study, MOMENTS[moment])
    return list(held.items) if held else []


def _is_asked_elsewhere(held: Questionnaire, study: Study, moment: str) -> bool:
    others = Study.objects.exclude(pk=study.pk)
    other_moment = next(name for key, name in MOMENTS.items() if key != moment)
    if getattr(study, f"{other_moment}_id") == held.pk:
        return True
    return others.filter(Q(questions_before=held) | Q(questionnaire=held)).exists()
