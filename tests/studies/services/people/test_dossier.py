"""What the page of one participant is made of."""

import pytest

from studies.services.people.dossier import open_dossier
from studies.services.session.serving import take_card_back
from tests.studies.factories import (
    WORDS,
    Person,
    make_deck_version,
    make_row,
    make_study,
)

pytestmark = pytest.mark.django_db


def test_a_card_that_was_taken_back_lasted_from_its_first_showing():
    person = Person(make_study()).go_to("learning", 1).wait(3)
    take_card_back(token=person.token, phase="learning", step=1, now=person.now)
    person.wait(10).look()
    person.wait(2).answer("xx")

    cards = open_dossier(person.session).cards

    assert [card.seconds for card in cards if card.phase == "learning"] == [15, None]


def test_concepts_that_are_asked_alike_are_told_by_their_answers():
    rows = [make_row(n, word, prompt="Which?") for n, word in enumerate(WORDS[:4], 1)]
    study = make_study(deck_version=make_deck_version(rows=rows), n_concepts=3)
    person = Person(study)
    person.go_to("learning", 2)

    dossier = open_dossier(person.session, has_looked=True)

    assert set(dossier.concepts) <= set(WORDS[:4])
    assert len(set(dossier.concepts)) == 3
    assert {card.concept for card in dossier.cards} <= set(dossier.concepts)
