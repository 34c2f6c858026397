"""Predicted power is the power that studies have which are played otherwise."""

import numpy as np
import pytest
from scipy import stats

from studies.services.simulation.learners import create_learner
from studies.statistics.power.bank import SCORINGS
from studies.statistics.power.curve import compute_curve
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
