import numpy as np
import pytest
from scipy.optimize import minimize

from teaching import HARD, ROBUST
from teaching.fitting import cross_validate, fit_theta
from teaching.fitting.baselines import logistic
from teaching.fitting.estimates import share_by_person
from teaching.fitting.theta import foretell
from teaching.fitting.validation import FITTED

from .answers import answers, answers_of_different_people, chosen

PEOPLE = answers(HARD, n_people=60)
VALIDATION = cross_validate(PEOPLE)


def test_the_fit_beats_the_constant_and_a_wrong_theta():
    leads = {name: VALIDATION.lead(name) for name in ("constant", "fixed")}

    assert all(lead.low > 0 for lead in leads.values())


def test_a_right_theta_is_not_beaten():
    lead = cross_validate(answers(ROBUST, n_people=60)).lead("fixed")

    assert lead.low < 0.002
    assert lead.mean == pytest.approx(0, abs=0.01)


def test_nobody_is_foretold_from_their_own_fold():
    held = VALIDATION.showings.people.numbers % 10 == 3

    others = fit_theta(chosen(PEOPLE, PEOPLE.people.numbers % 10 != 3))

    told = others.chances(VALIDATION.showings.at(held))
    assert VALIDATION.chances[FITTED][held] == pytest.approx(told, abs=1e-9)


def literally_foretold(showings, theta, spread, row):
    """By Bayes' rule, from what the same person answered before."""
    abilities = np.linspace(-2.4, 2.4, 25)
    beliefs = np.exp(-0.5 * (abilities / spread) ** 2)
    person, step = showings.people.numbers[row], showings.steps[row]
    same = (showings.people.numbers == person) & (showings.steps < step)
    for earlier in np.flatnonzero(same):
        chance = chances(showings, theta, abilities, earlier)
        beliefs *= chance if showings.recalled[earlier] else 1 - chance
    return np.average(chances(showings, theta, abilities, row), weights=beliefs)


def chances(showings, theta, abilities, row):
    log_half_life = np.exp(abilities) * (showings.counts[row] @ np.array(theta))
    return 2 ** (-showings.delays[row] / 2**log_half_life)


def test_strengths_are_learnt_from_earlier_answers_alone():
    showings, theta = PEOPLE.showings(), (2.5, 1.0, 0.2)

    told = foretell(np.array(theta), showings, 0.6)

    rows = range(0, len(showings), 31)
    literal = [literally_foretold(showings, theta, 0.6, row) for row in rows]
    assert told[list(rows)] == pytest.approx(literal, rel=1e-9)


def test_learning_strengths_helps_where_people_differ():
    different = answers_of_different_people((4, 1.3, 0), spread=0.8, n_people=60)

    assert cross_validate(different).lead("logistic").low > 0.01


def test_logistic_regression_agrees_with_a_general_optimiser():
    trained = PEOPLE.showings()
    features = np.column_stack([trained.counts, np.log(trained.delays)])

    def loss(weights):
        margins = np.where(trained.recalled, 1, -1) * (features @ weights)
        return np.logaddexp(0, -margins).sum() + (weights**2).sum() / 200

    best = minimize(loss, np.zeros(4)).x

    expected = 1 / (1 + np.exp(-features @ best))
    assert logistic(trained)(trained) == pytest.approx(expected, abs=1e-4)


def test_losses_are_means_of_logarithms():
    recalled = VALIDATION.showings.recalled
    chance = np.where(recalled, *_both(VALIDATION.chances["constant"]))

    assert VALIDATION.loss("constant").mean == pytest.approx(-np.log(chance).mean())


def _both(chance):
    return chance, 1 - chance


def test_no_single_slip_decides_a_loss():
    assert VALIDATION.losses("fixed").max() <= -np.log(1e-4) + 1e-9


def test_bins_of_a_right_model_hold_what_was_foretold():
    bins = VALIDATION.calibration()

    within = [b.observed.low <= b.foretold <= b.observed.high for b in bins]
    assert sum(b.n_showings for b in bins) == len(VALIDATION.showings)
    assert sum(within) >= 8


def test_shares_of_people_who_answer_alike_are_less_sure():
    right = np.repeat([1.0, 0.0], 50)
    alone, alike = np.arange(100), np.repeat(np.arange(10), 10)

    sure, unsure = share_by_person(right, alone), share_by_person(right, alike)

    assert unsure.high - unsure.low > 2.5 * (sure.high - sure.low)


def test_a_share_of_one_has_an_interval():
    share = share_by_person(np.ones(20), np.arange(20))

    assert share.mean == share.high == 1
    assert 0.7 < share.low < 0.9


def test_one_fold_is_refused():
    with pytest.raises(ValueError, match="folds must be at least 2, got 1"):
        cross_validate(PEOPLE, folds=1)
