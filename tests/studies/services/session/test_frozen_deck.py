"""A session keeps the deck it began with, whatever becomes of its study."""

import pytest
import time_machine
from django.urls import reverse

from studies.models.study import StudyState
from studies.services.analysis.replay import replay_session
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import Person, make_deck_version, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
OTHER_WORDS = ["Apfel", "Birne", "Traube", "Pflaume", "Kirsche", "Quitte"]


@pytest.fixture
def pilot():
    """Somebody of a pilot, whose study then goes live with another deck."""
    person = Person(make_study(state="pilot")).go_to("prequiz", 1)
    study = change_study_state(study_id=person.study.pk, state=StudyState.DRAFT)
    study.deck_version = make_deck_version(OTHER_WORDS, slug="fruit")
    study.sampling, study.strata = "stratified", {"common": 3, "rare": 0}
    study.save()
    change_study_state(study_id=study.pk, state=StudyState.LIVE)
    return person


def test_whoever_began_with_another_deck_goes_on_with_it(client, pilot):
    with time_machine.travel(pilot.now, tick=False):
        page = client.get(reverse("pages:session", kwargs={"token": pilot.token}))

    assert page.status_code == 200
    assert pilot.right_answer() not in OTHER_WORDS
    assert pilot.finish().completion_code


def test_what_was_sampled_of_another_deck_can_be_replayed(pilot):
    pilot.finish()

    assert replay_session(pilot.session).fault == ""


def test_newcomers_get_the_deck_of_the_study(pilot):
    newcomer = Person(pilot.study).go_to("prequiz", 1)

    assert newcomer.right_answer() in OTHER_WORDS
