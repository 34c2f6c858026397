"""Gains: what was known after, less what was known before."""

import math

import pytest

from studies.services.analysis.gains import measure_gains
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


def finish(study, *, n_before, n_after):
    """Somebody who knows so many of the three concepts before and after."""
    person = Person(study)
    left = {"prequiz": n_before, "learning": 0, "postquiz": n_after}
    while (state := person.look()).page != "completed":
        text = "xx"
        if state.page == "card" and left[state.phase]:
            left[state.phase] -= 1
            text = person.right_answer()
        person.move(state, text)


def test_a_gain_is_the_share_known_after_less_the_share_before():
    study = make_study(teachers=("GR",))
    finish(study, n_before=1, n_after=3)

    (gain,) = measure_gains(study, purpose="real")

    assert (gain.arm, gain.n_sessions) == ("GR", 1)
    assert (gain.before, gain.after) == pytest.approx((1 / 3, 1))
    assert gain.gain == pytest.approx(2 / 3)
    assert math.isnan(gain.standard_error)


def test_the_error_is_that_of_the_mean():
    study = make_study(teachers=("GR",))
    for n_after in (0, 3):
        finish(study, n_before=0, n_after=n_after)

    (gain,) = measure_gains(study, purpose="real")

    assert (gain.gain, gain.standard_error) == pytest.approx((0.5, 0.5))


def test_arms_come_in_their_order():
    study = make_study(teachers=("RR", "GR"))
    for _ in range(4):
        finish(study, n_before=0, n_after=0)

    assert [gain.arm for gain in measure_gains(study, purpose="real")] == ["RR", "GR"]


def test_only_finished_sessions_of_the_purpose_count(study):
    Person(study).go_to("postquiz", 2)

    assert measure_gains(study, purpose="real") == []
    finish(study, n_before=0, n_after=0)
    assert measure_gains(study, purpose="pilot") == []
