import numpy as np
import pytest
from scipy import stats

from studies.statistics.attrition import (
    describe_attrition,
    imbens_manski,
    lee_bounds,
    tipping_point,
)
from studies.statistics.permuting.interval import Interval

NOBODY = np.zeros(4, dtype=bool)
NAN = np.nan


def slow_bounds(first, reference, copies):
    """Everybody cut into ``copies`` equal parts, which are then trimmed one by one."""
    arms = [np.repeat(x[np.isfinite(x)], copies) for x in (first, reference)]
    kept = [np.isfinite(x).mean() for x in (first, reference)]
    better = int(kept[1] > kept[0])
    n = round(len(arms[better]) * min(kept) / max(kept))
    ordered = np.sort(arms[better])
    means = [ordered[:n].mean(), ordered[-n:].mean()]
    if better == 0:
        return [mean - arms[1].mean() for mean in means]
    return [arms[0].mean() - mean for mean in reversed(means)]


@pytest.mark.parametrize("number", range(12))
def test_bounds_are_those_of_people_cut_into_small_parts(number):
    rng = np.random.default_rng(number)
    first, reference = rng.integers(0, 4, 12) / 3, rng.integers(0, 4, 15) / 3
    first[: rng.integers(0, 8)] = NAN
    reference[: rng.integers(0, 8)] = NAN

    found = lee_bounds(first, reference, seed=0)

    # 12 x 15 parts make every border a whole number of them.
    expected = slow_bounds(first, reference, copies=12 * 15)
    assert [found.low, found.high] == pytest.approx(expected)


def test_equal_leaving_trims_nobody():
    first, reference = np.array([0.5, 1, NAN]), np.array([NAN, 0, 0.5])

    found = lee_bounds(first, reference, seed=0)

    assert found.trimmed == 0
    assert found.low == found.high == pytest.approx(0.5)
    assert found.interval.low < 0.5 < found.interval.high


def test_retention_is_of_people_and_the_better_kept_arm_is_trimmed():
    first, reference = np.linspace(0, 1, 10), np.append([NAN] * 5, np.ones(5))

    found = lee_bounds(first, reference, seed=0)

    assert found.trimmed == pytest.approx(0.5)
    assert found.low == pytest.approx(first[:5].mean() - 1)
    assert found.high == pytest.approx(first[5:].mean() - 1)


def test_an_arm_that_everybody_left_has_no_bounds():
    assert lee_bounds(np.array([1.0]), np.array([NAN]), seed=0) is None


def test_without_leavers_the_interval_is_the_usual_one():
    rng = np.random.default_rng(3)
    first, reference = rng.normal(size=200), rng.normal(size=100)
    error = np.sqrt(first.var() / 200 + reference.var() / 100)

    found = lee_bounds(first, reference, seed=3).interval

    assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.2)


def test_the_bootstrap_agrees_with_another():
    rng = np.random.default_rng(4)
    first, reference = rng.random(80), rng.random(80)
    first[:20], reference[:5] = NAN, NAN
    again = np.array(
        [
            slow_bounds(rng.choice(first, 80), rng.choice(reference, 80), copies=40)
            for _ in range(1000)
        ]
    )
    low, high = slow_bounds(first, reference, copies=80)

    found = lee_bounds(first, reference, seed=4).interval

    expected = imbens_manski(low, high, *again.std(axis=0))
    assert found.low == pytest.approx(expected.low, abs=0.012)
    assert found.high == pytest.approx(expected.high, abs=0.012)


@pytest.mark.parametrize(("width", "level"), [(0.0, 0.975), (100.0, 0.95)])
def test_one_side_is_enough_when_the_bounds_are_far_apart(width, level):
    found = imbens_manski(0.0, width, 1.0, 1.0)

    assert -found.low == pytest.approx(stats.norm.ppf(level))


def test_bounds_without_error_are_their_own_interval():
    assert imbens_manski(0.1, 0.2, 0.0, 0.0) == Interval(0.1, 0.2)


def test_unequal_leaving_by_weaker_people_is_covered():
    rng = np.random.default_rng(5)
    n_missed = 0
    for number in range(100):
        first, reference = rng.normal(size=80), rng.normal(size=80)
        first[np.argsort(first + rng.normal(size=80))[:16]] = NAN
        found = lee_bounds(first, reference, seed=number, n_resamples=200)
        n_missed += 0 not in found.interval

    assert n_missed <= 10


def test_those_who_left_are_described_by_their_prequiz():
    values, prequiz = np.array([0.5, NAN, 0.7, NAN]), np.array([0.4, 0.1, 0.2, 0.0])

    found = describe_attrition(values, prequiz, NOBODY)

    assert (found.n_allocated, found.n_analysed, found.retention) == (4, 2, 0.5)
    assert (found.n_inside, found.kept) == (0, 0.5)
    assert found.prequiz_of_stayers == pytest.approx(0.3)
    assert found.prequiz_of_leavers == pytest.approx(0.05)


def test_whoever_is_still_inside_is_not_analysed_and_has_not_left():
    values, prequiz = np.array([0.5, NAN, 0.7, NAN]), np.array([0.4, 0.1, 0.2, 0.0])

    found = describe_attrition(values, prequiz, np.array([False, True, False, False]))

    assert (found.n_allocated, found.n_inside, found.n_analysed) == (4, 1, 2)
    assert (found.retention, found.kept) == (0.5, 0.75)
    assert found.prequiz_of_leavers == 0


def test_an_arm_without_people_has_no_retention():
    found = describe_attrition(np.array([]), np.array([]), NOBODY[:0])

    assert np.isnan([found.retention, found.kept]).all()


@pytest.mark.parametrize("sign", [1, -1])
def test_the_tipping_point_undoes_the_difference(sign):
    edges = sorted([sign * 0.03, sign * 0.15])

    found = tipping_point(sign * 0.09, Interval(*edges), (0.8, 0.9))

    # A fifth of one arm and a tenth of the other: three tenths of it shift the means.
    assert found.to_nothing * 0.3 == pytest.approx(0.09)
    assert found.to_chance * 0.3 == pytest.approx(0.03)


def test_nothing_tips_where_nobody_left_and_everything_at_zero():
    found = tipping_point(0.09, Interval(-0.01, 0.2), (1.0, 1.0))

    assert (found.to_nothing, found.to_chance) == (np.inf, 0)
