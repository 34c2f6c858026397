"""How a number is spread over people."""

from studies.services.people.distributions import spread


def counts(distribution):
    return [each.n_people for each in distribution.bins]


def test_small_counts_have_a_bar_each():
    found = spread([0, 0, 1, 3])

    assert [each.low for each in found.bins] == [0, 1, 2, 3]
    assert counts(found) == [2, 1, 0, 1]


def test_everybody_is_in_one_bar_and_the_last_has_no_end():
    values = [*range(99), 100_000]

    found = spread(values)

    assert sum(counts(found)) == found.n_people == 100
    assert found.bins[-1].high is None
    assert found.bins[-1].low < 100
    assert found.most == 100_000


def test_a_mark_beyond_everybody_is_within_the_bars():
    found = spread([1, 2], marks=[50])

    assert found.bins[-1].low >= 50
    assert found.width == 10


def test_the_few_beyond_a_mark_have_a_bar_of_their_own():
    found = spread([0] * 30 + [3], marks=[0])

    assert counts(found) == [30, 1]


def test_shares_below_one_have_bars_of_their_own():
    found = spread([0.05, 0.55, 1.0])

    assert found.width == 0.1
    assert counts(found)[0] == counts(found)[5] == counts(found)[-1] == 1


def test_half_of_the_people_are_on_either_side_of_the_median():
    found = spread([1, 2, 3, 4, 100])

    assert (found.lower, found.median, found.upper) == (1.5, 3, 52)


def test_nobody_and_somebody_alone_have_a_distribution_too():
    assert counts(spread([])) == [0]
    assert spread([7]).median == 7
