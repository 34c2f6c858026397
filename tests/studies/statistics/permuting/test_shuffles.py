from collections import Counter

import numpy as np
import pytest
from scipy import stats

from studies.statistics.permuting.places import TwoArms
from studies.statistics.permuting.shuffles import N_DRAWS, Shuffles
from teaching.draws import Stream, draw
from tests.studies.statistics import reference
from tests.studies.statistics.cases import random_arms

MIXED = TwoArms(
    np.array([2, 1, 1, 2, 1, 3]),
    np.array([True, True, False, False, False, True]),
    np.arange(0),
)


def rows(shuffles):
    return np.concatenate(list(shuffles.labels()))


def test_enumeration_lists_every_distinct_shuffle_once():
    found = [tuple(row.astype(bool)) for row in rows(Shuffles(MIXED, seed=0))]

    expected = {tuple(x) for x in reference.all_labels(MIXED.blocks, MIXED.is_first)}
    assert len(found) == len(expected) == Shuffles(MIXED, seed=0).n_distinct == 6
    assert set(found) == expected


@pytest.mark.parametrize(("n_blocks", "is_exact"), [(13, True), (14, False)])
def test_only_up_to_ten_thousand_shuffles_are_enumerated(n_blocks, is_exact):
    shuffles = Shuffles(random_arms(n_blocks, 2, seed=1), seed=1)

    assert shuffles.is_exact is is_exact
    assert len(rows(shuffles)) == (2**n_blocks if is_exact else N_DRAWS)


def test_drawn_shuffles_are_those_of_sorting_each_block_by_its_draws():
    arms = random_arms(5, 6, seed=2)
    order = np.random.default_rng(0).permutation(arms.n_places)
    arms = TwoArms(arms.blocks[order], arms.is_first[order], arms.places)

    found = rows(Shuffles(arms, seed=9, n_draws=50))

    assert found.tolist() == [slow_shuffle(arms, 9, step) for step in range(50)]


def slow_shuffle(arms, seed, step):
    """Places are numbered as their blocks come, as the draws are."""
    numbered = sorted(range(arms.n_places), key=lambda place: arms.blocks[place])
    labels = [0.0] * arms.n_places
    for block in sorted(set(arms.blocks)):
        own = [i for i in range(len(numbered)) if arms.blocks[numbered[i]] == block]
        drawn = sorted(own, key=lambda i: draw(seed, Stream.SHUFFLE, step, i))
        for target, source in zip(own, drawn, strict=True):
            labels[numbered[target]] = float(arms.is_first[numbered[source]])
    return labels


def test_a_shuffle_keeps_the_number_of_labels_in_each_block():
    arms = random_arms(20, 4, seed=3)

    sums = rows(Shuffles(arms, seed=3)).reshape(N_DRAWS, 20, 4).sum(axis=2)

    assert np.all(sums == 2)


def test_every_shuffle_is_drawn_equally_often():
    arms = random_arms(20, 6, seed=4)

    blocks = rows(Shuffles(arms, seed=4)).reshape(-1, 6)
    counts = Counter(map(tuple, blocks.tolist()))

    assert len(counts) == 20
    assert stats.chisquare(list(counts.values())).pvalue > 0.001


def test_large_studies_are_shuffled_in_several_chunks_alike():
    arms = random_arms(100, 4, seed=5)

    found = rows(Shuffles(arms, seed=5))

    assert len(found) == N_DRAWS
    assert found[5000].tolist() == slow_shuffle(arms, 5, 5000)
