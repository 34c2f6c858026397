"""From a design to its power, and from a number back to the design."""

from dataclasses import replace
from decimal import Decimal

import pytest

from studies.errors import DesignError
from studies.models import AuditEntry, PowerEstimate
from studies.models.study import StudyState
from studies.services.planning import estimates
from studies.services.planning.costs import list_sizes, offer_sizes
from studies.services.planning.estimates import (
    find_estimate,
    store_estimate,
    work_out_estimate,
)
from studies.services.planning.meanings import USUAL, Assumptions, explain
from studies.services.planning.plans import find_obstacle, name_plan, plan_of
from studies.services.planning.taking import take_size
from studies.statistics.power.bank import build_bank
from tests.studies.factories import NOON, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_bank")]
OTHER = Assumptions(known=0.3)


@pytest.fixture
def draft():
    return make_study(state=StudyState.DRAFT, teachers=("GR", "RR", "RD"))


def places(study):
    return [arm.n_places for arm in study.arms.order_by("position")]


def test_a_plan_is_what_the_design_says(draft):
    draft.reference_arm = draft.arms.last().name

    plan = plan_of(draft)

    assert [arm.teacher for arm in plan.arms] == ["GR", "RR", "RD"]
    assert plan.reference == 2
    assert plan.n_concepts == draft.n_concepts
    assert (plan.horizon, plan.outcome) == (draft.horizon, "learnt")


def test_without_a_reference_the_first_arm_is_it(draft):
    assert plan_of(draft).reference == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda study: study.arms.exclude(position=0).delete(), "Add a second arm"),
        (lambda study: study.arms.update(teacher="XX"), "a teacher that there is not"),
        (lambda study: study.arms.update(theta=[1, 2, "x"]), "cannot be computed"),
        (lambda study: setattr(study, "n_concepts", 900), "too few concepts"),
        (
            lambda study: setattr(study, "horizon", 90_000),
            "too many concepts and cards",
        ),
    ],
)
def test_what_has_no_power_is_told(draft, change, words):
    change(draft)

    assert words in find_obstacle(draft)
    assert plan_of(draft) is None


def test_another_design_or_assumption_has_another_name(draft):
    plan = plan_of(draft)

    names = {
        name_plan(plan, USUAL),
        name_plan(plan, OTHER),
        name_plan(replace(plan, horizon=plan.horizon + 1), USUAL),
    }
    assert len(names) == 3
    assert name_plan(plan_of(draft), Assumptions()) in names


def test_an_estimate_is_worked_out_once_and_read_as_it_was(draft, monkeypatch):
    worked_out = work_out_estimate(draft, USUAL, now=NOON)
    monkeypatch.setattr(estimates, "estimate_steps", None)

    assert work_out_estimate(draft, USUAL, now=NOON) == worked_out
    assert find_estimate(draft, plan_of(draft)) == worked_out
    assert find_estimate(draft, plan_of(draft), OTHER) is None
    assert worked_out.is_whole
    assert [arm for arm, _ in worked_out.own_power] == [
        arm.name for arm in draft.arms.all()[1:]
    ]


def test_ones_own_row_has_ones_own_multiplier_and_the_others_its_average(draft):
    own = Assumptions(multiplier=0.8, spread_people=0.7)

    estimate = work_out_estimate(draft, own, now=NOON)

    fitted = {row.spread: row for row in estimate.spreads}
    assert fitted[0.7].multiplier == 0.8
    assert fitted[0.7].needed == tuple(each.needed for each in estimate.comparisons)
    bank = build_bank(plan_of(draft), own, n_per_stratum=20, seed=estimates.SEED)
    assert estimate.mean_gain == pytest.approx(bank.gains.mean())
    assert fitted[0.3].multiplier < 0.8 < fitted[1.0].multiplier


def test_a_study_keeps_its_latest_estimates(draft, monkeypatch):
    estimate = work_out_estimate(draft, USUAL, now=NOON)
    monkeypatch.setattr(estimates, "KEPT", 2)

    for name in "abc":
        store_estimate(draft, name, estimate, now=NOON)

    assert set(PowerEstimate.objects.values_list("name", flat=True)) == {"b", "c"}


def test_sizes_have_their_cost_with_fees(draft):
    draft.pay_amount, draft.fee_percent = Decimal(2), Decimal(50)
    estimate = work_out_estimate(draft, USUAL, now=NOON)

    rows = list_sizes(draft, estimate)

    assert [row.cost for row in rows] == [row.size * 3 * 3 for row in rows]
    assert [row.size for row in rows if row.is_own] == [estimate.own_size]
    sizes = [offer.size for offer in offer_sizes(estimate)]
    assert set(sizes) >= {row.size for row in rows}
    assert estimate.suggested is None or estimate.suggested in sizes


def test_a_draft_takes_a_number_and_it_is_logged(draft):
    take_size(study=draft, size=85, who="ada", now=NOON)

    assert places(draft) == [85, 85, 85]
    assert AuditEntry.objects.filter(who="ada", action="design_changed").exists()


def test_unequal_arms_of_a_draft_stay_in_proportion(draft):
    for arm, n in zip(draft.arms.all(), (40, 20, 20), strict=True):
        arm.n_places = n
        arm.save()

    take_size(study=draft, size=40, who="ada", now=NOON)

    assert places(draft) == [60, 30, 30]


def test_a_pilot_grows_and_does_not_shrink():
    pilot = make_study(state=StudyState.PILOT)
    (before, _) = places(pilot)

    take_size(study=pilot, size=before + 7, who="ada", now=NOON)
    with pytest.raises(DesignError, match="go back to the draft"):
        take_size(study=pilot, size=before, who="ada", now=NOON)

    assert places(pilot) == [before + 7] * 2
    assert AuditEntry.objects.filter(action="places_added").count() == 1


@pytest.mark.parametrize("size", [0, 10**6])
def test_numbers_that_no_study_has_change_nothing(draft, size):
    before = places(draft)

    with pytest.raises(DesignError):
        take_size(study=draft, size=size, who="ada", now=NOON)

    assert places(draft) == before


def test_a_study_that_runs_takes_no_number(study):
    with pytest.raises(DesignError, match="this is live"):
        take_size(study=study, size=50, who="ada", now=NOON)


def test_assumptions_are_told_in_plain_words():
    words = explain(Assumptions(multiplier=1, spread_people=0, known=0.25))

    assert "just as much as the deck says" in words["multiplier"]
    assert "all people are alike" in words["spread_people"]
    assert "1.6 times as strongly" in words["spread_words"]
    assert words["known"].startswith("25 %")
