"""Studies out of the way: archived, brought back, deleted."""

import pytest

from studies.errors import DesignError
from studies.models import Participant, Study, TeachingSession
from studies.models.study import StudyState
from studies.services.design.archive import (
    archive_study,
    bring_back_study,
    delete_draft,
)
from studies.services.design.lifecycle import change_study_state
from studies.services.rehearsal.previews import Pace, start_preview
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
BY = {"who": "ada", "now": NOON}


def test_a_study_goes_into_the_archive_and_back():
    study = make_study(state=StudyState.DRAFT)

    archive_study(study_id=study.pk, **BY)
    study.refresh_from_db()
    assert study.archived_at == NOON
    bring_back_study(study_id=study.pk, **BY)

    study.refresh_from_db()
    assert study.archived_at is None
    actions = study.audit.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["archived", "brought_back"]


@pytest.mark.parametrize("state", ["pilot", "live", "paused"])
def test_a_study_that_people_can_join_stays_in_sight(state):
    study = make_study(state="pilot" if state == "pilot" else "live")
    Study.objects.filter(pk=study.pk).update(state=state)

    with pytest.raises(DesignError, match="close it first"):
        archive_study(study_id=study.pk, **BY)


def test_launching_brings_a_study_back():
    study = make_study(state=StudyState.DRAFT)
    archive_study(study_id=study.pk, **BY)

    assert change_study_state(study_id=study.pk, state="live").archived_at is None


def test_a_draft_is_deleted_with_whoever_only_tried_it():
    study = make_study(state=StudyState.DRAFT)
    arm = study.arms.first()
    start_preview(study=study, arm_id=arm.pk, pace=Pace.FAST, **BY)

    delete_draft(study_id=study.pk)

    assert not Study.objects.exists()
    assert not TeachingSession.objects.exists()
    assert not Participant.objects.exists()


def test_a_draft_whose_pilot_had_people_is_kept():
    study = make_study(state=StudyState.PILOT)
    Person(study)
    change_study_state(study_id=study.pk, state="draft")

    with pytest.raises(DesignError, match="archive it instead"):
        delete_draft(study_id=study.pk)


def test_a_study_that_was_launched_is_kept():
    with pytest.raises(DesignError, match="Only drafts are deleted"):
        delete_draft(study_id=make_study().pk)
