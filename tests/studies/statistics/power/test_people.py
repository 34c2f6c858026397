"""Imagined people stand for everybody."""

import numpy as np
import pytest

from studies.statistics.power.people import (
    Assumptions,
    draw_people,
    strata_of_ability,
)


def test_strata_stand_for_everybody():
    scores, weights = strata_of_ability()

    assert len(scores) == 11
    assert weights.sum() == pytest.approx(1)
    assert [weights @ scores**power for power in (1, 2, 4)] == pytest.approx(
        [0, 1, 3], abs=1e-9
    )


@pytest.mark.parametrize(("n_words", "is_same"), [(6, True), (60, False)])
def test_where_all_words_are_taught_everybody_has_the_same(n_words, is_same):
    people = draw_people(
        Assumptions(spread_people=0, known=0.3),
        n_per_stratum=40,
        n_concepts=6,
        n_words=n_words,
        rng=np.random.default_rng(1),
    )

    sets = {tuple(np.sort(row).round(9)) for row in people.strength}
    assert (len(sets) == 1) == is_same
    assert people.known.mean() == pytest.approx(0.3, abs=0.03)
