"""A design is checked when it opens, and frozen from then on."""

import pytest

from studies.errors import DesignError
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "changes",
    [
        {"n_concepts": 17},
        {"teachers": ("XX",)},
        {"teachers": ()},
        {"sampling": "stratified", "strata": {"common": 1}},
        {"sampling": "stratified", "strata": {"nothing": 3}},
    ],
)
def test_a_design_that_cannot_run_does_not_open(changes):
    with pytest.raises(DesignError):
        make_study(**changes)


def test_a_closed_study_stays_closed(study):
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    with pytest.raises(DesignError):
        change_study_state(study_id=study.pk, state=StudyState.LIVE)


def test_a_live_design_has_a_fingerprint_that_does_not_tell_the_seed(study):
    assert len(study.fingerprint) == 64
    assert study.seed not in study.fingerprint
