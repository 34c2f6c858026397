"""What is counted about one participant."""

import pytest

from studies.models import QuestionnaireAnswer
from studies.services.people.measures import read_measures
from studies.services.session.serving import take_card_back
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return make_study()


def test_cards_that_were_missed_are_counted(study):
    person = Person(study).go_to("learning", 1)
    person.wait(60).look()

    (measures,) = read_measures(study.sessions.all()).values()

    assert (measures.n_cards, measures.n_missed, measures.n_unanswered) == (4, 1, 1)


def test_cards_that_were_taken_back_are_counted(study):
    person = Person(study).go_to("learning", 1)
    for _ in range(2):
        take_card_back(token=person.token, phase="learning", step=1, now=person.now)
        person.look()

    (measures,) = read_measures(study.sessions.all()).values()

    assert measures.n_taken_back == 2


@pytest.mark.parametrize(("said", "helped"), [("No", False), ("Yes, a bit", True)])
def test_who_says_to_have_had_help_is_known(study, said, helped):
    session = Person(study).session
    QuestionnaireAnswer.objects.create(session=session, item="honesty", value=said)

    (measures,) = read_measures(study.sessions.all()).values()

    assert measures.has_had_help is helped
