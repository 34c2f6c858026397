import numpy as np
import pytest

from teaching import History


def test_it_counts_what_was_shown_and_recalled():
    history = History.of(4, concepts=[2, 0, 2, 2], recalls=[False, False, True, False])

    assert history.n_plus.tolist() == [0, 0, 1, 0]
    assert history.n_minus.tolist() == [1, 0, 2, 0]
    assert history.last_shown.tolist() == [2, 0, 4, 0]
    assert history.shown == {2: (1, 2, 4), 0: (0, 1, 2)}


def test_then_is_one_more_step_and_leaves_the_first_alone():
    start = History.of(3)

    longer = start.then(1, True).then(1, False)

    assert longer == History.of(3, [1, 1], [True, False])
    assert longer.shown == History.of(3, [1, 1], [True, False]).shown
    assert len(start) == 0
    assert start.shown == {}


def test_before_is_what_was_known_when_a_step_began():
    history = History.of(3, [0, 1, 2], [0, 1, 1])

    assert history.before(1) == History.of(3)
    assert history.before(3) == History.of(3, [0, 1], [0, 1])
    assert history.before(4) == history


def test_it_is_a_value():
    from_arrays = History.of(2, np.array([0, 1]), np.array([True, False]))

    assert from_arrays == History.of(2, [0, 1], [1, 0])
    assert hash(from_arrays) == hash(History.of(2, [0, 1], [1, 0]))
    with pytest.raises(AttributeError):
        from_arrays.n_concepts = 3


def test_its_arrays_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        History.of(2, [0], [1]).n_plus[0] = 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, [3], [True]), "names concept 3, but the 3 concepts are numbered from 0"),
        ((3, [-1], [True]), "names concept -1"),
        ((3, [0, 1], [True]), "got 2 concepts and 1 recalls"),
        ((0, [], []), "n_concepts must be at least 1"),
        ((3, [1.5], [True]), "concepts must be whole numbers"),
        ((3, [True], [True]), "concepts must be whole numbers"),
        ((3, [1], [2]), "recalls must be true or false"),
        ((3, [1], ["yes"]), "recalls must be true or false"),
    ],
)
def test_nonsense_is_refused_with_a_reason(arguments, message):
    with pytest.raises(ValueError, match=message):
        History.of(*arguments)


def test_no_way_of_making_one_goes_unchecked():
    with pytest.raises(ValueError, match="names concept -1"):
        History(2, (-1,), (True,))
    with pytest.raises(ValueError, match="got 1 concepts and 0 recalls"):
        History(2, (1,))


def test_then_refuses_a_concept_that_does_not_exist():
    with pytest.raises(ValueError, match="names concept 2"):
        History.of(2).then(2, True)
