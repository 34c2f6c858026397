"""The result: what was known before and after, before the code."""

import pytest

from studies.services.session.showing.result import ResultCard
from tests.studies.factories import Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


@pytest.fixture
def person():
    """Somebody who knew one card of three, and knows all of them now."""
    person = Person(make_study(shows_result=True)).go_to("prequiz")
    person.answer(person.right_answer())
    person.go_to("postquiz", 1)
    while person.look().page == "card":
        person.answer(person.right_answer())
    person.fill_in()
    return person


def test_the_result_tells_each_card_before_and_after(person):
    state = person.look()
    cards = state.result.cards
    known = person.card("prequiz", 1).shown

    assert (state.page, state.phase, state.completion_code) == ("result",) * 2 + (None,)
    assert (state.result.n_before, state.result.n_after) == (1, 3)
    assert [card.known_before for card in cards].index(True) == known.position
    assert cards[known.position] == ResultCard(
        prompt=known.concept.prompt,
        picture=None,
        answer=f"das {known.concept.answer}",
        known_before=True,
        known_after=True,
    )


def test_the_result_is_left_for_the_code(person):
    state = person.go_on()

    assert state.page == "completed"
    assert state.completion_code


def test_the_questions_sent_again_change_nothing(person):
    assert person.fill_in().page == "result"


def test_whatever_taught_the_cards_the_result_looks_the_same():
    people = [
        Person(make_study(slug=code, teachers=[code], shows_result=True,
                          deck_version=version)).go_to("result", 0, page="result")
        for version in [make_study(slug="first").deck_version]
        for code in ("RR", "RD")
    ]  # fmt: skip

    for person in people:
        cards = person.look().result.cards
        drawn = person.session.concepts.order_by("position")
        prompts = drawn.values_list("concept__prompt", flat=True)
        assert [card.prompt for card in cards] == list(prompts)
