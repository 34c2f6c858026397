import numpy as np
import pytest

from studies.statistics.outcomes import (
    OUTCOMES,
    PRIMARY,
    loss_rate,
    net_gain,
    newly_known,
    wrong_to_right,
)

NAN = np.nan
BEFORE = np.array([[0, 0, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1], [0, 1, NAN, NAN]])
AFTER = np.array([[1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 1, 0], [1, 1, NAN, NAN]])


@pytest.mark.parametrize(
    ("outcome", "values", "n_pairs"),
    [
        (newly_known, [1 / 2, 3 / 4, NAN, 1], [2, 4, 0, 1]),
        (net_gain, [0, 3 / 4, -1 / 4, 1 / 2], [4, 4, 4, 2]),
        (wrong_to_right, [1 / 4, 3 / 4, 0, 1 / 2], [4, 4, 4, 2]),
        (loss_rate, [1 / 2, NAN, 1 / 4, 0], [2, 0, 4, 1]),
    ],
)
def test_every_outcome_is_a_share_of_its_own_pairs(outcome, values, n_pairs):
    found = outcome(BEFORE, AFTER)

    assert found.values == pytest.approx(values, nan_ok=True)
    assert found.n_pairs.tolist() == n_pairs


@pytest.mark.parametrize("outcome", OUTCOMES.values())
def test_many_studies_at_once_have_the_outcomes_of_each(outcome):
    rng = np.random.default_rng(3)
    before, after = rng.random((2, 3, 5, 4)) < 0.5

    found = outcome(before, after)

    expected = [outcome(*each) for each in zip(1.0 * before, 1.0 * after, strict=True)]
    assert np.array_equal(found.values, [e.values for e in expected], equal_nan=True)
    assert found.n_undefined == sum(each.n_undefined for each in expected)


def test_somebody_who_knew_everything_is_counted_as_undefined():
    found = newly_known(BEFORE, AFTER)

    assert (found.n_people, found.n_undefined) == (3, 1)


def test_those_without_a_postquiz_have_no_outcome():
    after = np.where(np.arange(4)[:, None] == 1, NAN, AFTER)

    assert all(
        np.isnan(outcome(BEFORE, after).values[1]) for outcome in OUTCOMES.values()
    )


def test_the_primary_outcome_comes_first():
    assert next(iter(OUTCOMES)) == PRIMARY


def test_answers_of_different_shapes_are_refused():
    with pytest.raises(ValueError, match="n_people, n_concepts"):
        newly_known(BEFORE, AFTER[:2])
