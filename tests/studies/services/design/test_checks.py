"""A design that cannot be run does not open."""

import pytest

from studies.errors import DesignError
from studies.models import Study
from studies.services.design.checks import check_design
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
        {"recruiters": ["nobody"]},
        {"recruiters": ["simulated"]},
        {"recruiters": "link"},
        {"completion_url": "javascript:alert(1)"},
        {"completion_url": "hello"},
        {"n_places": 50_001},
        {"recruiters": [["link"]]},
        {"recruiters": [], "accepts_simulated": False},
    ],
)
def test_a_design_that_cannot_run_does_not_open(changes):
    with pytest.raises(DesignError):
        make_study(**changes)


@pytest.mark.parametrize("theta", [[1, 2], ["a", "b", "c"], {"a": 1}, [1, 2, None]])
def test_a_theta_that_is_none_is_named_with_its_arm(theta):
    study = make_study(state="draft")
    study.arms.filter(name="GR").update(theta=theta)

    with pytest.raises(DesignError, match="GR"):
        check_design(study)


def test_an_arm_may_believe_in_a_theta_of_its_own():
    study = make_study(state="draft")
    study.arms.update(theta=[10, 5, 0])

    check_design(study)


def test_a_study_takes_people_by_its_link_alone_unless_it_says_otherwise():
    assert Study().recruiters == ["link"]
