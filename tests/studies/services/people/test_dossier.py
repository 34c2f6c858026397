"""What the page of one participant is made of."""

import pytest

from studies.services.people.dossier import open_dossier
from studies.services.session.serving import take_card_back
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


def test_a_card_that_was_taken_back_lasted_from_its_first_showing():
    person = Person(make_study()).go_to("learning", 1).wait(3)
    take_card_back(token=person.token, phase="learning", step=1, now=person.now)
    person.wait(10).look()
    person.wait(2).answer("xx")

    cards = open_dossier(person.session).cards

    assert [card.seconds for card in cards if card.phase == "learning"] == [15, None]
