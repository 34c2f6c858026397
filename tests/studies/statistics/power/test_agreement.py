"""Predicted power is the power that studies have which are played otherwise."""

import numpy as np
import pytest
from scipy import stats

from studies.services.simulation.learners import create_learner
from studies.statistics.power.bank import SCORINGS
from studies.statistics.power.curve import choose_sizes, compute_curve, size_for
from studies.statistics.power.people import USUAL
from teaching import ROBUST, HalfLifeModel, History, create_teacher, simulate
from teaching.people import People
from tests.studies.statistics.power.cases import make_bank, make_plan


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
    return SCORINGS[plan.outcome](before, after).values.item()


def found_power(outcomes, size):
    """The share of studies that scipy's test finds, each of people of its own."""
    one, other = (np.array(values).reshape(-1, size) for values in outcomes)
    p = stats.ttest_ind(one, other, axis=1, equal_var=False).pvalue
    return (p < 0.05).mean(), len(p)


def test_predicted_power_is_found_in_studies_played_card_by_card():
    plan = make_plan("GR", "RR", n_concepts=8, horizon=24, n_words=60)
    size, n_people = 12, 12 * 36
    bank = make_bank(plan, n_per_stratum=400)
    predicted = compute_curve(plan, bank, [size], seed=2).power[0][0]

    outcomes = [
        [literal_outcome(code, plan, start + index) for index in range(n_people)]
        for start, code in ((0, "GR"), (n_people, "RR"))
    ]
    found, n_studies = found_power(outcomes, size)

    means = [np.mean(values) for values in outcomes]
    banked = bank.mean(bank.scores)
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
        studies.append(SCORINGS[plan.outcome](known, after).values)
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


def size_by_formula(one, other):
    """Per arm, for a power of 80 % of a single t-test at .05."""
    wanted = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    variance = np.nanvar(one, ddof=1) + np.nanvar(other, ddof=1)
    difference = np.nanmean(one) - np.nanmean(other)
    return wanted**2 * variance / difference**2 + 1


def test_the_number_needed_is_that_of_people_who_were_never_in_a_bank():
    """Without strata, resampling or a curve; both teachers meet the same people."""
    plan, n_people = make_plan("GR", "LR", n_words=1000), 10_000
    rng = np.random.default_rng(3)
    abilities, words = (rng.standard_normal((n_people, n)) for n in (1, 15))
    factor = np.exp(USUAL.spread_people * abilities + USUAL.spread_words * words)
    known, luck = rng.random(factor.shape) < USUAL.known, rng.random(factor.shape)
    outcomes = []
    for arm in plan.arms:
        after = luck < taught_chances(plan, arm, factor, known, seed=4)
        outcomes.append(SCORINGS[plan.outcome](known, after).values)

    bank = make_bank(plan, n_per_stratum=1000)
    curve = compute_curve(plan, bank, choose_sizes(plan, bank), seed=2)

    needed = size_by_formula(*outcomes)
    assert size_for(curve, 0) == pytest.approx(needed, rel=0.06)


def test_banks_of_other_seeds_tell_nearly_the_same_difference():
    plan = make_plan("GR", "LR")
    differences = []
    for seed in range(12):
        bank = make_bank(plan, n_per_stratum=100, seed=seed)
        differences.append(-np.diff(bank.mean(bank.scores)).item())

    # With as many people in every stratum it was 4.5 %: most stood for hardly anybody.
    assert np.std(differences) / np.mean(differences) < 0.034
