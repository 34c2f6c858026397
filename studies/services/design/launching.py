"""Opening a study to people: nothing wrong with it, every doubt accepted, logged."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from studies.errors import DesignError
from studies.models import Study
from studies.models.study import StudyState
from studies.models.team import Action
from studies.services.design.checks import report_on
from studies.services.design.lifecycle import change_study_state, ready_teachers
from studies.services.team.audit import record_action


def launch_study(
    *, study: Study, accepted: Collection[str], who: str, now: datetime
) -> Study:
    """Make a study live; the codes of the ``accepted`` warnings stay with it."""
    ready_teachers(study)
    return _launch(study, accepted, who=who, now=now)


@transaction.atomic
def _launch(
    study: Study, accepted: Collection[str], *, who: str, now: datetime
) -> Study:
    _require_accepted(study, accepted)
    Study.objects.filter(pk=study.pk).update(accepted_warnings=sorted(accepted))
    launched = change_study_state(study_id=study.pk, state=StudyState.LIVE, now=now)
    record_action(
        launched,
        Action.LAUNCHED,
        who=who,
        now=now,
        fingerprint=launched.fingerprint,
        accepted=sorted(accepted),
    )
    return launched


def _require_accepted(study: Study, accepted: Collection[str]) -> None:
    left = [one for one in report_on(study).warnings if one.code not in accepted]
    if left:
        raise DesignError(" ".join(warning.words for warning in left))
