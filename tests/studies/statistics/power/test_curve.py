"""The share of imagined studies that find a difference, and the size they need."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from studies.statistics.power.bank import Bank, fit_multiplier
from studies.statistics.power.curve import (
    LARGEST,
    Moments,
    PowerCurve,
    arm_sizes,
    choose_sizes,
    compute_curve,
    size_for,
    welch_p,
)
from studies.statistics.power.people import Assumptions
from tests.studies.statistics.power.cases import make_bank, make_plan


def moments(samples):
    return Moments(
        np.array([len(sample) for sample in samples], dtype=float),
        np.array([np.mean(sample) for sample in samples]),
        np.array([np.var(sample, ddof=1) for sample in samples]),
    )


def test_the_papers_german_study_comes_out_as_it_is_known():
    plan = make_plan("GR", "LR", "RR", "RD")
    bank = make_bank(plan, n_per_stratum=1000)

    curve = compute_curve(plan, bank, choose_sizes(plan, bank), seed=2)

    assert bank.gains == pytest.approx([0.58, 0.47, 0.41, 0.41], abs=0.01)
    assert size_for(curve, 0) == pytest.approx(91, rel=0.05)


def test_the_more_people_differ_the_more_are_needed():
    plan, needed = make_plan("GR", "LR"), []
    for spread in (0.3, 0.7):
        assumed = Assumptions(spread_people=spread, spread_words=0)
        fitted = fit_multiplier(plan, assumed, seed=1)
        bank = make_bank(plan, replace(assumed, multiplier=fitted), n_per_stratum=500)
        curve = compute_curve(plan, bank, choose_sizes(plan, bank), seed=2)
        needed.append(size_for(curve, 0))

    assert needed == [pytest.approx(26, abs=4), pytest.approx(148, abs=15)]


def test_arms_that_teach_alike_are_found_different_as_often_as_the_test_alarms():
    plan = make_plan("RR", "RR")
    bank = make_bank(plan)

    (powers,) = compute_curve(plan, bank, [10, 40, 160], seed=3).power

    assert np.array_equal(bank.scores[0], bank.scores[1], equal_nan=True)
    assert powers == pytest.approx([0.05] * 3, abs=0.02)


def test_welch_agrees_with_scipy():
    rng = np.random.default_rng(4)
    one = [rng.normal(0, 1, n) for n in (2, 5, 30)]
    other = [rng.normal(0.5, 2, n) for n in (9, 3, 12)]

    expected = [
        stats.ttest_ind(a, b, equal_var=False).pvalue
        for a, b in zip(one, other, strict=True)
    ]
    assert welch_p(moments(one), moments(other)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("n", "means", "expected"), [(3, (1, 1), 1), (3, (1, 2), 0), (1, (1, 2), 1)]
)
def test_without_variance_a_difference_is_certain_and_alone_nobody_differs(
    n, means, expected
):
    one, other = (
        Moments(np.array([n]), np.array([mean]), np.array([0.0])) for mean in means
    )

    assert welch_p(one, other) == [expected]


def test_people_who_had_nothing_to_learn_are_left_out():
    scores = np.array([[np.nan, 0.2, 0.4], [0.6, np.nan, 0.8]])
    plan = make_plan("GR", "RR")

    bank = Bank(scores, np.full(3, 1 / 3), np.zeros(2))
    curve = compute_curve(plan, bank, [10], seed=1)

    assert curve.power[0][0] > 0.9


def test_the_same_seed_gives_the_same_curve_and_another_does_not():
    plan = make_plan("GR", "RR", n_concepts=5, horizon=12)
    bank = make_bank(plan)
    curves = [compute_curve(plan, bank, [12, 30], seed=seed) for seed in (1, 1, 2)]

    again = make_bank(plan)
    assert np.array_equal(bank.scores, again.scores, equal_nan=True)
    assert not np.array_equal(bank.scores, make_bank(plan, seed=2).scores)
    assert curves[0] == curves[1] != curves[2]


def test_unequal_arms_keep_their_proportion():
    plan = make_plan("GR", "RR")
    small = replace(plan.arms[0], n_places=10)

    sizes = arm_sizes(replace(plan, arms=(small, plan.arms[1])), [15, 30])

    assert sizes.tolist() == [[10, 20], [20, 40]]


def test_the_size_of_the_design_is_among_eight():
    plan = make_plan("GR", "RR", n_places=37)

    sizes = choose_sizes(plan, make_bank(plan))

    assert 37 in sizes
    assert 6 <= len(sizes) <= 8
    assert sizes == sorted(sizes)


def test_arms_that_hardly_differ_are_tried_up_to_the_largest_size():
    near, far = make_plan("GR", "RR"), make_plan("RR", "RR")

    assert max(choose_sizes(near, make_bank(near))) < LARGEST
    assert max(choose_sizes(far, make_bank(far))) == LARGEST


@pytest.mark.parametrize(
    ("powers", "expected"),
    [((0.9, 0.95, 0.99), 10), ((0.1, 0.2, 0.3), None), ((0.3, 0.8, 0.9), 40)],
)
def test_the_size_needed_is_the_first_that_is_enough(powers, expected):
    assert size_for(PowerCurve((10, 40, 90), (powers,)), 0) == expected


def test_between_two_sizes_the_size_needed_is_that_of_a_t_test():
    sizes = (20, 80)
    exact = [float(stats.norm.cdf(0.4 * (n / 2) ** 0.5 - 1.96)) for n in (*sizes, 60)]

    found = size_for(PowerCurve(sizes, (tuple(exact[:2]),)), 0, target=exact[2])

    assert found == pytest.approx(60, abs=1)
