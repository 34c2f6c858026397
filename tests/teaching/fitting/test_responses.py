import numpy as np
import pytest

from teaching import History
from teaching.fitting import Responses
from teaching.showings import tallies_before

from .answers import answers


def some(n_rows=400):
    """Answers of five people about six concepts, in no order."""
    rng = np.random.default_rng(1)
    people, concepts = rng.integers(0, 5, n_rows), rng.integers(0, 6, n_rows)
    steps, recalls = rng.permutation(n_rows) + 1, rng.random(n_rows) < 0.4
    return people, concepts, steps, recalls


def literally_before(people, concepts, steps, recalls, row):
    """What had happened to the concept of one answer, told by a history."""
    earlier = sorted(
        (steps[other], other)
        for other in range(len(steps))
        if people[other] == people[row] and steps[other] < steps[row]
    )
    rows = [other for _, other in earlier]
    history = History.of(6, concepts[rows], recalls[rows])
    n_plus, n_minus, last = history.shown.get(int(concepts[row]), (0, 0, 0))
    return n_plus, n_minus, int(steps[rows[last - 1]]) if last else 0


def test_tallies_are_those_of_each_ones_history():
    given = some()

    before = tallies_before(*given)

    told = np.stack([before.n_plus, before.n_minus, before.last], axis=1)
    literal = [literally_before(*given, row) for row in range(len(told))]
    assert told.tolist() == [list(tally) for tally in literal]


def test_whether_the_first_answer_was_right_is_told_of_every_later_one():
    before = tallies_before(
        np.zeros(4, np.int64),
        np.array([3, 3, 5, 5]),
        np.array([2, 1, 3, 4]),
        np.array([False, True, False, True]),
    )

    assert before.first_recalled.tolist() == [True, True, False, False]


def test_first_showings_tell_nothing():
    told = answers((3, 1.5, 0), n_people=7).showings()

    assert len(told) == 7 * (40 - 15)
    assert (told.counts[:, 1] >= 1).all()


def some_answers(**more):
    columns = {
        "people": ["Ada"] * 4,
        "concepts": ["Apfel", "Birne", "Apfel", "Birne"],
        "steps": [1, 2, 3, 4],
        "recalls": [True, False, True, True],
    }
    return Responses.of(**columns | more)


def test_what_is_recalled_when_first_shown_was_known_and_is_left_out():
    told = some_answers().showings()

    assert [told.concepts.names[n] for n in told.concepts.numbers] == ["Birne"]


def test_what_was_known_before_is_left_out():
    told = some_answers(known=[False, True, False, True]).showings()

    assert len(told) == 0


def test_an_answer_given_twice_is_refused():
    with pytest.raises(ValueError, match="'Ada' answers 'Birne' more than once"):
        some_answers(steps=[1, 2, 3, 2])


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="one entry per answer in every column"):
        some_answers(recalls=[True])


def test_steps_count_from_one():
    with pytest.raises(ValueError, match="steps count from 1, got 0"):
        some_answers(steps=[0, 1, 2, 3])
