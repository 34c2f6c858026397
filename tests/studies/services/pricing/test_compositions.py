import pytest

from studies.services.pricing.compositions import MOST_KINDS, average_composition
from tests.studies.factories import WORDS, make_deck_version, make_row, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]

EASY, HARD = (10.0, 5.0, 0.0), (3.0, 1.5, 0.0)


def _deck(theta_of):
    rows = [
        make_row(number, word, theta=theta_of(number))
        for number, word in enumerate(WORDS, start=1)
    ]
    return make_deck_version(rows=rows)


def test_three_numbers_of_an_arm_hold_for_all_its_concepts():
    study = make_study(state="draft", n_concepts=5)

    composition = average_composition(study, [6, 2, 0])

    assert composition.thetas == ((6, 2, 0),)
    assert composition.n_each == (5,)


def test_drawn_at_random_a_session_has_as_many_of_a_kind_as_the_deck_on_average():
    deck = _deck(lambda number: EASY if number <= 4 else HARD)
    study = make_study(state="draft", deck_version=deck, n_concepts=5)

    composition = average_composition(study, None)

    assert dict(zip(composition.thetas, composition.n_each, strict=True)) == {
        EASY: 5 * 4 / 16,
        HARD: 5 * 12 / 16,
    }


def test_drawn_by_level_a_session_has_what_the_strata_say():
    deck = _deck(lambda number: EASY if number % 2 else HARD)
    strata = {"common": 2, "rare": 1}
    study = make_study(
        state="draft", deck_version=deck, sampling="stratified", strata=strata
    )

    composition = average_composition(study, None)

    assert dict(zip(composition.thetas, composition.n_each, strict=True)) == {
        EASY: 2,
        HARD: 1,
    }


def test_of_very_many_kinds_neighbours_are_counted_as_one():
    words = [f"word{letter}{other}" for letter in "abcdefgh" for other in "ijklm"]
    rows = [make_row(i, word, theta=(i, 1, 0)) for i, word in enumerate(words, 1)]
    study = make_study(state="draft", deck_version=make_deck_version(rows=rows))

    composition = average_composition(study, None)

    assert len(composition.thetas) == MOST_KINDS
    assert sum(composition.n_each) == pytest.approx(study.n_concepts)
    assert composition.thetas[0] == (1.5, 1, 0)
