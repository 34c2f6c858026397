import numpy as np
import pytest
from scipy import stats

from studies.statistics.gee import fit_gee

N, M = 40, 12


def answers(number, n=N):
    """People of different ability, none of whom knew a word before."""
    rng = np.random.default_rng(number)
    chance = 1 / (1 + np.exp(-rng.normal(size=n)))
    after = (rng.random((n, M)) < chance[:, None]).astype(float)
    return np.arange(n) % 2 == 0, np.zeros((n, M)), after


def by_hand(first, after):
    """With equally many words each, the equations have a solution to write down."""
    estimate, variance = 0.0, 0.0
    for arm, sign in ((first, 1), (~first, -1)):
        means = after[arm].mean(axis=1)
        p = means.mean()
        # Bias-reduced: a person's residual over one minus their own share of the fit.
        robust = np.sum((means - p) ** 2) / (arm.sum() - 1) ** 2
        estimate += sign * np.log(p / (1 - p))
        variance += robust / (p * (1 - p)) ** 2
    return estimate, np.sqrt(variance)


@pytest.mark.parametrize("number", range(5))
def test_equal_numbers_of_words_give_the_solution_by_hand(number):
    first, before, after = answers(number)
    estimate, error = by_hand(first, after)

    found = fit_gee(first, before, after)

    assert found.log_odds_ratio == pytest.approx(estimate, rel=1e-6)
    assert found.error == pytest.approx(error, rel=1e-5)
    p = 2 * stats.t(N - 2).sf(abs(estimate / error))
    assert found.p == pytest.approx(p, rel=1e-4)


def test_the_interval_belongs_to_the_p_value():
    for number in range(8):
        found = fit_gee(*answers(number, n=12))

        assert (found.low <= 0 <= found.high) is (found.p > 0.05)


def test_only_words_that_were_wrong_before_count():
    first, before, after = answers(1)
    before[:, 0], after[:, 0] = 1, 0
    after[3] = np.nan

    found = fit_gee(first, before, after)

    assert (found.n_people, found.n_pairs) == (N - 1, (N - 1) * (M - 1))


def test_people_with_similar_answers_are_seen_to_be_correlated():
    assert 0.05 < fit_gee(*answers(2)).correlation < 0.4


@pytest.mark.parametrize("verdict", [0.0, 1.0])
def test_arms_without_right_or_wrong_answers_have_no_odds_ratio(verdict):
    first, before, after = answers(3)
    after[first] = verdict

    found = fit_gee(first, before, after)

    assert np.isnan(found.p)
    assert found.n_people == N


def test_nobody_gives_nothing():
    nobody = np.zeros((0, M))

    found = fit_gee(np.zeros(0, bool), nobody, nobody)

    assert np.isnan(found.log_odds_ratio)
    assert (found.n_people, found.n_pairs) == (0, 0)


def test_an_arm_of_one_person_says_nothing_of_how_its_people_differ():
    first = np.arange(8) == 0
    answers = np.random.default_rng(3).integers(0, 2, (8, 6)).astype(float)
    answers[0] = [0, 1, 0, 1, 0, 1]

    found = fit_gee(first, np.zeros((8, 6)), answers)

    assert np.isnan(found.p)
    assert found.n_people == 8
