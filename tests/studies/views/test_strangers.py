"""What pages show to those who came back without proof."""

import pytest
import time_machine

from studies.models.session import Phase
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import NOON, Person, make_study
from tests.studies.services.enrolment.comings import OTHER, come

pytestmark = pytest.mark.django_db


def page_of(client, joined, path="", **more):
    return client.get(f"/s/{joined.token}/{path}", **more).content.decode()


def worker(study):
    return Person(study, name="A1X")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_review_shows_the_answer_without_what_was_typed(client, language):
    study = make_study(language=language)
    person = worker(study).go_to("learning", 1)
    answer = person.card().shown.concept.answer
    person.answer("Kartoffelsalat")

    with time_machine.travel(person.now, tick=False):
        page, own = page_of(client, come(study, **OTHER)), page_of(client, person)

    assert answer in page
    assert {"en": "The answer is", "de": "Die Antwort lautet"}[language] in page
    assert 'data-outcome=""' in page
    assert "Kartoffelsalat" not in page
    assert "Kartoffelsalat" in own


def test_deleting_is_not_offered_to_strangers_when_the_study_is_closed(client, study):
    person = worker(study).go_to("learning", 2)
    stranger = come(study, now=person.now, **OTHER)
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=person.now)

    with time_machine.travel(person.wait(7201).now, tick=False):
        page, own = page_of(client, stranger), page_of(client, person)

    assert "Your answers so far are kept." in page
    assert ("Delete them" in page, "Delete them" in own) == (False, True)


def test_the_result_page_sends_strangers_to_where_it_was_begun(client, db):
    study = make_study(shows_result=True)
    person = worker(study).go_to("result", 0, page="result")

    with time_machine.travel(person.now, tick=False):
        page, own = page_of(client, come(study, **OTHER)), page_of(client, person)

    assert "by the link or the task that came first" in page
    assert "Go on" in page
    assert not [card for card in person.look().result.cards if card.answer in page]
    assert "result-cards" in own


def test_the_copy_of_the_consent_does_not_tell_when_somebody_else_agreed(client, study):
    worker(study)
    late = NOON.replace(hour=15)

    with time_machine.travel(late, tick=False):
        page = page_of(client, come(study, now=late, **OTHER), "consent/")

    assert "3 p.m." in page
    assert "noon" not in page
    assert "We store what you type." in page


def test_nothing_on_the_way_shows_what_others_answered(client, db):
    study = make_study(shows_result=True, debrief_text="Thanks.")
    person = worker(study)
    stranger = come(study, **OTHER)
    seen = ""
    while not person.session.has_ended:
        person.move(person.look(), text="Kartoffelsalat")
        with time_machine.travel(person.now, tick=False):
            seen += page_of(client, stranger, headers={"Sec-Purpose": "prefetch"})
            seen += client.get(f"/api/v1/sessions/{stranger.token}/").content.decode()

    assert person.session.phase == Phase.COMPLETED
    assert "Kartoffelsalat" not in seen
