"""Demos stop where their deck comes into use."""

import pytest

from studies.models import Study
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import (
    NOON,
    WORDS,
    Person,
    make_deck_version,
    make_row,
    make_study,
    seconds,
)
from tests.studies.views.visiting import go_on, send, url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", ["pilot", "live", "paused"])
@pytest.mark.parametrize("phase", ["prequiz", "learning"])
def test_a_demo_begun_before_its_deck_was_in_use_stops_teaching(
    client, db, phase, state
):
    person = Person(make_study(slug="demo", is_demo=True)).go_to(phase, 1)
    answer = person.right_answer()
    study = make_study(slug="real", deck_version=person.study.deck_version)
    Study.objects.filter(pk=study.pk).update(state=state)

    refused = send(client, person, "xx")
    page = client.get(refused["Location"]).content.decode()

    assert "This demo has stopped" in page
    assert answer not in page
    assert not person.card(phase, 1).is_closed


def test_a_stopped_demo_is_reviewed_practised_and_continued_no_more(client, db):
    rows = [make_row(i, word) for i, word in enumerate(WORDS[:4], start=1)]
    rows.append(make_row(5, "Löwe", is_practice=True))
    deck = make_deck_version(rows=rows)
    demo = make_study(slug="demo", is_demo=True, deck_version=deck)
    reviewing = Person(demo).go_to("learning", 1, page="review")
    beginning = Person(demo)
    answer = reviewing.right_answer()
    make_study(slug="real", deck_version=deck)

    led_on = [
        client.get(url("practice", beginning)),
        client.post(url("practice", beginning), {"answer-x": "x"}),
        go_on(client, beginning),
    ]
    addresses = [url("session", reviewing), *(one["Location"] for one in led_on)]

    for address in addresses:
        text = client.get(address).content.decode()
        assert "This demo has stopped" in text
        assert answer not in text
        assert "Löwe" not in text


@pytest.mark.parametrize(("seconds_ago", "is_card"), [(7100, False), (7300, True)])
def test_a_stopped_demo_goes_on_when_all_had_their_time_to_finish(
    client, db, seconds_ago, is_card
):
    person = Person(make_study(slug="demo", is_demo=True)).go_to("prequiz", 1)
    study = make_study(slug="real", deck_version=person.study.deck_version)
    then = NOON - seconds(seconds_ago)
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=then)

    shown = client.get(url("session", person)).content.decode()

    assert ('data-page="card"' in shown) == is_card
    assert ("This demo has stopped" in shown) != is_card


@pytest.mark.parametrize(("seconds_ago", "status"), [(7100, 409), (7300, 200)])
def test_no_demo_opens_while_a_closed_study_lets_people_finish(
    client, db, seconds_ago, status
):
    demo = make_study(slug="demo", is_demo=True)
    study = make_study(slug="real", deck_version=demo.deck_version, questionnaire=None)
    then = NOON - seconds(seconds_ago)
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=then)

    is_offered = b"/join/demo/" in client.get("/").content

    assert client.get("/join/demo/").status_code == status
    assert is_offered == (status == 200)


def test_a_participant_in_earnest_is_not_stopped_by_another_study(client, db):
    person = Person(make_study()).go_to("prequiz", 1)
    make_study(slug="other", deck_version=person.study.deck_version)

    assert 'data-page="card"' in client.get(url("session", person)).content.decode()


def test_the_front_page_offers_demos_until_their_deck_is_in_use(client, db):
    demo = make_study(slug="demo", is_demo=True)
    assert b"/join/demo/" in client.get("/").content

    make_study(slug="real", deck_version=demo.deck_version, questionnaire=None)

    assert b"/join/demo/" not in client.get("/").content
