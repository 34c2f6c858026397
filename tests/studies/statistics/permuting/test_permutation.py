from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, seed, settings
from scipy import stats

from studies.statistics.permuting import shuffles
from studies.statistics.permuting.ancova import permute_ancova
from studies.statistics.permuting.permutation import permute_welch
from studies.statistics.permuting.places import TwoArms, two_arms
from studies.statistics.permuting.shuffles import N_DRAWS, Shuffles
from tests.studies.statistics import reference
from tests.studies.statistics.cases import Case, block_case, cases, random_arms


@seed(1)
@settings(max_examples=150, deadline=None, database=None)
@given(cases())
def test_p_is_the_exact_share_of_all_shuffles(case):
    found = permute_welch(case.arms, case.array, seed=0)

    expected = reference.exact_p(case.blocks, case.is_first, case.places, case.values)
    assert found.is_exact
    assert found.p == pytest.approx(float(expected), abs=1e-12)


def test_the_statistic_is_welchs():
    rng = np.random.default_rng(3)
    arms, values = random_arms(10, 4, seed=3), rng.random(40)
    first = arms.people_first

    expected = stats.ttest_ind(values[first], values[~first], equal_var=False)

    assert permute_welch(arms, values, seed=0).t == pytest.approx(expected.statistic)


def test_drawn_shuffles_are_counted_with_the_observed_one():
    rng = np.random.default_rng(8)
    arms, values = random_arms(6, 6, seed=8), rng.integers(0, 15, 36) / 15
    first = arms.people_first
    found = permute_welch(arms, values, seed=5, n_draws=99)

    labels = np.concatenate(list(Shuffles(arms, 5, 99).labels())).astype(bool)
    t = [stats.ttest_ind(values[x], values[~x], equal_var=False)[0] for x in labels]
    own = stats.ttest_ind(values[first], values[~first], equal_var=False).statistic

    assert found.p == (1 + np.sum(np.abs(t) >= abs(own) - 1e-9)) / 100


def test_drawn_shuffles_come_near_to_all_shuffles(monkeypatch):
    values = np.random.default_rng(4).integers(0, 15, 16) / 15
    arms = TwoArms(np.repeat([0, 1], 8), np.tile([True, False], 8), np.arange(16))
    whole = permute_welch(arms, values, seed=0)
    share, is_exact = whole.p, whole.is_exact
    monkeypatch.setattr(shuffles, "MOST_ENUMERATED", whole.n_shuffles - 1)

    drawn = permute_welch(arms, values, seed=0)

    assert (is_exact, drawn.is_exact) == (True, False)
    assert drawn.p == pytest.approx(share, abs=4 * np.sqrt(0.25 / N_DRAWS))


@pytest.mark.parametrize("is_given", [False, True], ids=["welch", "ancova"])
def test_blocks_that_hold_nobody_analysed_make_no_other_shuffles(is_given):
    """Two of four blocks: one is empty, one has a person without a value."""
    draws = np.random.default_rng(4)
    values, prequiz = draws.random(9), draws.random(9)
    blocks, labels = np.repeat([0, 1, 2, 3], 4), np.tile([True, False], 8)
    values[8] = np.nan
    held = np.array([*range(8), 12])

    def test(n_places, n_people):
        arms = TwoArms(blocks[:n_places], labels[:n_places], held[:n_people])
        own, before = values[:n_people], prequiz[:n_people]
        if is_given:
            return permute_ancova(arms, own, before, seed=0)
        return permute_welch(arms, own, seed=0)

    alone, among = test(8, 8), test(16, 9)

    assert among.n_shuffles == alone.n_shuffles == 6**2
    assert (among.p, among.t) == (alone.p, alone.t)


def test_equal_statistics_that_differ_by_rounding_are_ties():
    values = [Fraction(k, 15) for k in (3, 7, 1, 11, 5, 13, 2, 8, 4, 6)]
    case = block_case(values, n_blocks=1)

    found = permute_welch(case.arms, case.array, seed=0)

    rows = (case.blocks, case.is_first, case.places, case.values)
    assert found.p == float(reference.exact_p(*rows))
    t = np.abs(found.shuffled.t(found.difference, found.spread))
    assert np.mean(t >= abs(found.t)) < found.p


def test_an_empty_place_that_takes_a_label_counts():
    case = Case([0] * 6, [True, True, True, False, False, False], [0, 1, 3, 4], [])
    case.values = [Fraction(1), Fraction(3, 4), Fraction(0), Fraction(1, 4)]

    found = permute_welch(case.arms, case.array, seed=0)

    # Of 20 shuffles, 2 x 2 part the four people as the allocation did.
    assert found.smallest_p == pytest.approx(4 / 20)
    assert found.is_too_small


def test_people_who_share_a_place_move_together():
    apart = TwoArms(np.zeros(8, int), np.arange(8) < 4, np.arange(8))
    shared = TwoArms(np.zeros(4, int), np.arange(4) < 2, np.arange(8) // 2)
    values = np.linspace(0, 1, 8)

    assert permute_welch(apart, values, seed=0).p == pytest.approx(2 / 70)
    assert permute_welch(shared, values, seed=0).p == pytest.approx(2 / 6)


def test_constant_arms_that_differ_are_infinitely_far_apart():
    arms = TwoArms(np.zeros(8, int), np.arange(8) < 4, np.arange(8))

    found = permute_welch(arms, 0.1 + 0.2 * arms.is_first, seed=0)

    assert found.t == np.inf
    assert found.p == pytest.approx(2 / 70)


def test_arms_without_any_difference_have_p_one():
    arms = random_arms(10, 4, seed=1)

    found = permute_welch(arms, np.full(40, 1 / 3), seed=0)

    assert (found.t, found.p) == (0, 1)


@pytest.mark.parametrize("n_analysed", [0, 1, 5])
def test_an_arm_with_fewer_than_two_people_is_too_small(n_analysed):
    arms = TwoArms(np.zeros(12, int), np.arange(12) < 6, np.arange(12))
    values = np.where(np.arange(12) < n_analysed + 6, np.arange(12.0), np.nan)

    found = permute_welch(arms, values, seed=0)

    assert found.is_too_small is (n_analysed < 2)
    assert found.is_too_small is (found.p == 1)


@pytest.mark.parametrize(("n_blocks", "is_too_small"), [(5, True), (6, False)])
def test_pairs_are_enough_from_six_on(n_blocks, is_too_small):
    arms = random_arms(n_blocks, 2, seed=0)

    found = permute_welch(arms, 1.0 * arms.is_first, seed=0)

    assert found.smallest_p == found.p == 2 / 2**n_blocks
    assert found.is_too_small is is_too_small


def test_the_same_seed_gives_the_same_p_and_another_a_near_one():
    rng = np.random.default_rng(6)
    arms, values = random_arms(40, 4, seed=6), rng.random(160)

    p = [permute_welch(arms, values, seed=s).p for s in (1, 1, 2)]

    assert p[0] == p[1] != p[2]
    assert p[2] == pytest.approx(p[0], abs=0.03)


def test_two_arms_of_four_keep_their_places_and_people():
    blocks, arms = np.repeat([1, 2], 4), np.array([3, 1, 0, 2, 1, 2, 3, 0])
    people = np.array([7, 1, 1, 3, 4])

    chosen, kept = two_arms(blocks, arms, people, first=1, reference=0)

    assert chosen.blocks.tolist() == [1, 1, 2, 2]
    assert chosen.is_first.tolist() == [True, False, True, False]
    assert chosen.places.tolist() == [3, 0, 0, 2]
    assert kept.tolist() == [True, True, True, False, True]


@pytest.mark.parametrize(
    ("labels", "places"), [([True], [0]), ([True, False], [2]), ([True, False], [-1])]
)
def test_arms_that_do_not_fit_together_are_refused(labels, places):
    with pytest.raises(ValueError, match="must"):
        TwoArms(np.array([0, 0]), np.array(labels), np.array(places))
