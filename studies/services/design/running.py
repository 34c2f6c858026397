"""Moving a study on: a pilot, back to draft, a pause, its end; each in its log."""

from datetime import datetime

from django.db import transaction

from studies.models import Study
from studies.models.study import StudyState
from studies.models.team import Action
from studies.services.design.lifecycle import change_study_state, ready_teachers
from studies.services.team.audit import record_action


def move_study(
    *, study: Study, state: StudyState, who: str, now: datetime, reason: str = ""
) -> Study:
    """Everything but a launch; closing lets people inside finish."""
    if state == StudyState.PILOT:
        ready_teachers(study)
    return _move(study, state, who=who, now=now, reason=reason)


@transaction.atomic
def _move(
    study: Study, state: StudyState, *, who: str, now: datetime, reason: str
) -> Study:
    before = Study.objects.values_list("state", flat=True).get(pk=study.pk)
    moved = change_study_state(study_id=study.pk, state=state, now=now)
    record_action(
        study,
        Action.STATE_CHANGED,
        who=who,
        now=now,
        before=before,
        after=state,
        reason=reason,
    )
    return moved
