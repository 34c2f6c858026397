"""Predicted power is the power that studies have."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from studies.services.simulation.learners import create_learner
from studies.statistics.power import (
    Moments,
    PowerCurve,
    adjust_holm,
    arm_sizes,
    choose_sizes,
    compute_curve,
    size_for,
    welch_p,
)
from studies.statistics.power_bank import (
    SCORINGS,
    Bank,
    Plan,
    PlannedArm,
    build_bank,
    fit_multiplier,
    people_per_stratum,
)
from studies.statistics.power_people import (
    USUAL,
    Assumptions,
    draw_people,
    strata_of_ability,
)
from teaching import ROBUST, HalfLifeModel, History, create_teacher, simulate
from teaching.people import People

SMALL = 60


def make_plan(*codes, n_concepts=15, horizon=40, n_places=20, **changes):
    arms = tuple(PlannedArm(code, code, None, n_places) for code in codes)
    plan = Plan(arms, 0, ((ROBUST,) * n_concepts,), 100, horizon, True, "learnt")
    return replace(plan, **changes)


def make_bank(plan, assumptions=USUAL, *, n_per_stratum=SMALL, seed=1):
    return build_bank(plan, assumptions, n_per_stratum=n_per_stratum, seed=seed)


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
    assert size_for(curve, 0) == pytest.approx(82, abs=9)


def test_the_more_people_differ_the_more_are_needed():
    plan, needed = make_plan("GR", "LR"), []
    for spread in (0.3, 0.7):
        assumed = Assumptions(spread_people=spread, spread_words=0)
        fitted = fit_multiplier(plan, assumed, seed=1)
        bank = make_bank(plan, replace(assumed, multiplier=fitted), n_per_stratum=1000)
        curve = compute_curve(plan, bank, choose_sizes(plan, bank), seed=2)
        needed.append(size_for(curve, 0))

    assert needed == [pytest.approx(26, abs=4), pytest.approx(148, abs=15)]


def literal_outcome(code, plan, index):
    """One simulated participant, card by card, through the learner of the app."""
    learner = create_learner(seed=5, index=index)
    rng = np.random.default_rng(index)
    words = rng.permutation(plan.n_words)[: plan.n_concepts].tolist()
    model = HalfLifeModel(plan.samples[0])
    teacher = create_teacher(code, model=model, horizon=plan.horizon, seed=index)
    history = History.of(plan.n_concepts)
    for step in range(1, plan.horizon + 1):
        concept = teacher.choose(history)
        asked = "learning", step, plan.horizon, words[concept], ROBUST
        history = history.then(concept, learner.recalls(*asked))
    before, after = (
        np.array([[learner.recalls(quiz, 1, plan.horizon, w, ROBUST) for w in words]])
        for quiz in ("prequiz", "postquiz")
    )
    return SCORINGS[plan.outcome](before, after).item()


def found_power(outcomes, size):
    """The share of studies that scipy's test finds, each of people of its own."""
    one, other = (np.array(values).reshape(-1, size) for values in outcomes)
    p = stats.ttest_ind(one, other, axis=1, equal_var=False).pvalue
    return (p < 0.05).mean(), len(p)


def test_predicted_power_is_found_in_studies_played_card_by_card():
    plan = make_plan("GR", "RR", n_concepts=8, horizon=24, n_words=60)
    size, n_people = 12, 12 * 60
    bank = make_bank(plan, n_per_stratum=400)
    predicted = compute_curve(plan, bank, [size], seed=2).power[0][0]

    outcomes = [
        [literal_outcome(code, plan, start + index) for index in range(n_people)]
        for start, code in ((0, "GR"), (n_people, "RR"))
    ]
    found, n_studies = found_power(outcomes, size)

    means = [np.mean(values) for values in outcomes]
    banked = np.nanmean(bank.scores, axis=2) @ bank.weights
    assert means == pytest.approx(banked, abs=0.04)
    assert 0.15 < predicted < 0.95
    error = (predicted * (1 - predicted) / n_studies) ** 0.5
    assert found == pytest.approx(predicted, abs=3 * error)


def fresh_power(plan, size, n_studies):
    """People drawn anew for every study, ability by ability, without a bank."""
    rng = np.random.default_rng(9)
    people = size * n_studies
    studies = []
    for number, arm in enumerate(plan.arms):
        scores = rng.standard_normal((people, 1))
        words = rng.standard_normal((people, plan.n_concepts))
        factor = np.exp(USUAL.spread_people * scores + USUAL.spread_words * words)
        known = rng.random(factor.shape) < USUAL.known
        chances = taught_chances(plan, arm, factor, known, seed=number + 50)
        after = rng.random(chances.shape) < chances
        studies.append(SCORINGS[plan.outcome](known, after))
    return found_power(studies, size)[0]


def taught_chances(plan, arm, factor, known, *, seed):
    outcome = simulate(
        [arm.teacher],
        truth=USUAL.multiplier * np.array(plan.samples[0]),
        belief=plan.samples[0],
        horizon=plan.horizon,
        trials=len(factor),
        seed=seed,
        no_repeat=plan.no_repeat,
        people=People(factor, known),
    )
    return outcome[arm.teacher].chances


def test_the_bank_agrees_with_people_simulated_anew_for_every_study():
    plan = make_plan("GR", "RR", n_words=1000)
    size, n_studies = 20, 600
    bank = make_bank(plan, n_per_stratum=600)

    predicted = compute_curve(plan, bank, [size], seed=2).power[0][0]

    error = (predicted * (1 - predicted) / n_studies) ** 0.5
    assert fresh_power(plan, size, n_studies) == pytest.approx(predicted, abs=3 * error)


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


def test_holm_adjusts_every_study_by_itself():
    p_values = np.array([[0.01, 0.04], [0.02, 0.03], [0.04, 0.9]])

    adjusted = adjust_holm(p_values)

    assert adjusted[:, 0] == pytest.approx([0.03, 0.04, 0.04])
    assert adjusted[:, 1] == pytest.approx([0.09, 0.09, 0.9])


def test_people_who_had_nothing_to_learn_are_left_out():
    scores = np.array([[[np.nan, 0.2, 0.4]], [[0.6, np.nan, 0.8]]])
    plan = make_plan("GR", "RR")

    curve = compute_curve(plan, Bank(scores, np.ones(1), np.zeros(2)), [10], seed=1)

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


def test_with_other_spreads_people_learn_as_much_on_average():
    plan = make_plan("GR", "RR")
    assumed = Assumptions(spread_people=1.0, spread_words=0.2)

    fitted = replace(assumed, multiplier=fit_multiplier(plan, assumed, seed=1))

    usual = make_bank(plan, n_per_stratum=400).gains.mean()
    there = make_bank(plan, fitted, n_per_stratum=400).gains.mean()
    assert there == pytest.approx(usual, abs=0.01)
    assert fit_multiplier(plan, USUAL, seed=1) == USUAL.multiplier


def test_strata_stand_for_everybody():
    scores, weights = strata_of_ability()

    assert len(scores) == 11
    assert weights.sum() == pytest.approx(1)
    assert [weights @ scores**power for power in (1, 2, 4)] == pytest.approx(
        [0, 1, 3], abs=1e-9
    )


@pytest.mark.parametrize(("n_words", "is_same"), [(6, True), (60, False)])
def test_where_all_words_are_taught_everybody_has_the_same(n_words, is_same):
    people = draw_people(
        Assumptions(spread_people=0, known=0.3),
        n_per_stratum=40,
        n_concepts=6,
        n_words=n_words,
        rng=np.random.default_rng(1),
    )

    sets = {tuple(np.sort(row).round(9)) for row in people.strength}
    assert (len(sets) == 1) == is_same
    assert people.known.mean() == pytest.approx(0.3, abs=0.03)


def test_larger_designs_get_fewer_people():
    assert people_per_stratum(make_plan("GR", "LR", "RR", "RD")) == 1000
    assert people_per_stratum(make_plan("GR", "LR", n_concepts=60, horizon=160)) < 200
    assert people_per_stratum(make_plan("GR", n_concepts=200, horizon=400)) == 100


def test_sessions_about_different_kinds_share_the_bank():
    easy, mixed = ((10.0, 5.0, 0.0),) * 4, (ROBUST,) * 4
    plan = make_plan("GR", "RR", horizon=8, samples=(easy, mixed))

    bank = make_bank(plan, n_per_stratum=50)

    first, second = np.split(np.nanmean(bank.scores, axis=1), 2, axis=1)
    assert bank.scores.shape == (2, 11, 50)
    assert first.mean() > second.mean()


@pytest.mark.parametrize(
    ("outcome", "expected"), [("learnt", 0.5), ("net_gain", 0.25), ("gained", 0.25)]
)
def test_outcomes_are_those_of_the_design(outcome, expected):
    before = np.array([[True, True, False, False]])
    after = np.array([[True, True, True, False]])

    assert SCORINGS[outcome](before, after) == [expected]
