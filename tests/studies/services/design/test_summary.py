"""A design in a few numbers, and as it would go."""

from decimal import Decimal

import pytest

from studies.models import Arm
from studies.services.design.strips import imagine_sessions
from studies.services.design.summary import summarise_design, tell_people
from tests.studies.factories import make_study


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([120] * 4, "4 × 120 = 480 people"),
        ([40, 40, 20], "2 × 40 + 20 = 100 people"),
        ([1], "1 person"),
        ([], "0 people"),
    ],
)
def test_people_are_told_as_a_sum(places, words):
    assert tell_people(places) == words


@pytest.mark.django_db
def test_the_cost_has_the_fees_in_it_and_the_wage_has_not():
    study = make_study(
        state="draft", pay_amount=Decimal(2), fee_percent=Decimal("33.3"), n_places=10
    )

    summary = summarise_design(study)

    assert summary.cost == Decimal("53.32")
    assert summary.hourly_pay == Decimal(120) / summary.duration.usual_minutes
    assert summary.n_showings == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("recruiters", "options", "cost", "words"),
    [
        (["mturk"], {}, 24, "with fees"),
        (["prolific"], {}, Decimal("26.60"), "with fees"),
        (
            ["mturk", "prolific"],
            {"prolific": {"fee_percent": "42.8"}},
            Decimal("28.56"),
            "with the fee of Prolific, the highest of your recruiters",
        ),
        (["link"], {}, 20, ""),
    ],
)
def test_each_recruiter_has_a_fee_of_its_own(recruiters, options, cost, words):
    study = make_study(
        state="draft",
        pay_amount=Decimal(2),
        n_places=5,
        recruiters=recruiters,
        recruiter_options=options,
    )

    summary = summarise_design(study)

    assert (summary.cost, summary.fees) == (cost, words)


@pytest.mark.django_db
def test_a_session_is_imagined_for_each_arm_with_its_own_teacher():
    study = make_study(state="draft", teachers=("RR", "GR"))

    first, second = imagine_sessions(study)

    assert [showing.concept for showing in first.showings] == [0, 1, 2] * 2
    assert (second.arm, second.teacher, len(second.showings)) == ("GR", "GR", 6)
    assert imagine_sessions(study)[1].showings == second.showings


@pytest.mark.django_db
def test_a_teacher_that_believes_otherwise_shows_otherwise():
    study = make_study(state="draft", teachers=("GR",), n_concepts=6, horizon=20)
    (before,) = imagine_sessions(study)

    Arm.objects.update(theta=[0.1, 0.1, -2])

    assert imagine_sessions(study)[0].showings != before.showings


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes", [{"n_concepts": 17}, {"horizon": 241}, {"teachers": ("XX",)}]
)
def test_what_cannot_be_taught_or_drawn_is_not_imagined(changes):
    assert imagine_sessions(make_study(state="draft", **changes)) == []
