import numpy as np
import pytest

from studies.statistics.permuting.ancova import permute_ancova
from studies.statistics.permuting.interval import invert
from studies.statistics.permuting.permutation import permute_welch
from studies.statistics.permuting.places import TwoArms
from studies.statistics.permuting.shuffles import Shuffles
from tests.studies.statistics.cases import random_arms

RNG = np.random.default_rng(1)
ARMS = random_arms(12, 4, seed=1)
PREQUIZ = RNG.integers(0, 6, 48) / 15
VALUES = PREQUIZ + RNG.normal(size=48) * (0.2 + 0.2 * ARMS.is_first)


def fit(values, labels, prequiz):
    # Imported by the one process that fits, not by all that look for tests.
    import statsmodels.api as sm

    design = np.column_stack([np.ones_like(values), labels, prequiz])
    return sm.OLS(values, design).fit(cov_type="HC2")


def test_the_statistic_is_the_robust_t_of_statsmodels():
    expected = fit(VALUES, ARMS.is_first, PREQUIZ)

    found = permute_ancova(ARMS, VALUES, PREQUIZ, seed=0)

    assert found.difference == pytest.approx(expected.params[1])
    assert found.t == pytest.approx(expected.tvalues[1])


@pytest.mark.parametrize("shift", [0.0, 0.3, -1.0])
def test_every_shuffle_is_fitted_as_if_it_were_the_only_one(shift):
    moved = VALUES - shift * ARMS.is_first
    labels = np.concatenate(list(Shuffles(ARMS, 3, 40).labels()))
    t = [fit(moved, row, PREQUIZ).tvalues[1] for row in labels]
    own = abs(fit(moved, ARMS.is_first, PREQUIZ).tvalues[1])

    found = permute_ancova(ARMS, VALUES, PREQUIZ, seed=3, n_draws=40)

    assert found.p_at(shift) == (1 + np.sum(np.abs(t) >= own - 1e-9)) / 41


def test_without_differences_in_the_prequiz_it_is_welchs_test():
    flat = permute_ancova(ARMS, VALUES, np.full(48, 0.2), seed=4)
    plain = permute_welch(ARMS, VALUES, seed=4)

    assert flat.t == pytest.approx(plain.t)
    assert flat.p == plain.p
    assert invert(flat).low == pytest.approx(invert(plain).low)


def test_a_prequiz_that_explains_much_narrows_the_interval():
    values = 5 * PREQUIZ + 0.1 * VALUES

    given = invert(permute_ancova(ARMS, values, PREQUIZ, seed=5))
    plain = invert(permute_welch(ARMS, values, seed=5))

    assert given.high - given.low < (plain.high - plain.low) / 4


def test_the_interval_does_not_contradict_the_p_value():
    for effect in np.linspace(-0.5, 0.5, 21):
        values = VALUES + effect * ARMS.is_first
        test = permute_ancova(ARMS, values, PREQUIZ, seed=6, n_draws=199)

        assert (0 in invert(test)) is (test.p > 0.05)


def test_people_who_are_not_analysed_do_not_matter():
    values = np.append(VALUES, [np.nan, np.nan])
    prequiz = np.append(PREQUIZ, [0.5, 0.9])
    arms = TwoArms(ARMS.blocks, ARMS.is_first, np.append(ARMS.places, [0, 7]))

    found = permute_ancova(arms, values, prequiz, seed=7)

    assert found.p == permute_ancova(ARMS, VALUES, PREQUIZ, seed=7).p


@pytest.mark.parametrize("n_people", [0, 3])
def test_an_arm_without_people_is_too_small_to_test(n_people):
    arms = TwoArms(np.zeros(6, int), np.arange(6) < 3, np.arange(n_people))

    found = permute_ancova(arms, np.arange(n_people) / 3, np.ones(n_people), seed=0)

    assert found.is_too_small
    assert found.p == 1
