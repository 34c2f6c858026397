"""Replies that a page takes in: the next face at once, and nothing around it."""

import re
from collections import Counter

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.pages import hidden_fields
from studies.models.log import LogKind
from studies.services.decks.content import picture_address
from studies.services.decks.media.pictures import PictureFile
from tests.studies.factories import (
    NOON,
    WORDS,
    Person,
    make_deck_version,
    make_row,
    make_study,
)

pytestmark = pytest.mark.django_db
SWAP = {"HX-Request": "true"}
SVG = "image/svg+xml"
PARTS = ("progress", "heading", "note", "face", "keys", "controls", "result")
MAX_QUERIES = 8


def post(client, person, name, body=None, **headers):
    address = reverse(f"pages:{name}", kwargs={"token": person.token})
    return client.post(address, body or {}, headers={**SWAP, **headers})


def go_on(client, person):
    return post(client, person, "continue", person.page_key._asdict())


def answer(client, person, text="xx", **changes):
    session = person.session
    body = {"phase": session.phase, "step": session.step, "answer-1": text}
    return post(client, person, "answer", {**body, **changes})


def at(phase, step=1, page="card", **changes):
    return Person(make_study(**changes)).go_to(phase, step, page=page)


def test_the_reply_to_an_answer_is_the_next_card_and_no_more(client):
    person = at("prequiz", 1)

    response = answer(client, person)

    text = response.content.decode()
    assert response.status_code == 200
    assert 'data-page="card"' in text
    assert 'data-step="2"' in text
    assert "<html" not in text
    assert all(text.count(f'id="{part}"') == 1 for part in PARTS)


def test_the_reply_begins_the_clock_of_the_card_it_shows(client):
    person = at("prequiz", 1)

    answer(client, person)

    assert person.card(step=2).served_at == NOON
    kinds = person.session.log.order_by("-number").values_list("kind", flat=True)
    assert list(kinds[:3]) == [LogKind.SERVED, LogKind.CHOSEN, LogKind.CLOSED]


def test_a_hidden_page_is_shown_no_card(client):
    person = at("prequiz", 1)

    response = answer(client, person, paused="1")

    assert person.card(step=2).served_at is None
    assert "Are you still there?" in response.content.decode()
    assert response["HX-Retarget"] == "#page"


def test_without_a_swap_the_card_waits_for_a_look(client):
    person = at("prequiz", 1)
    body = {"phase": "prequiz", "step": 1, "answer-1": "xx"}

    response = client.post(f"/s/{person.token}/answer/", body)

    assert response.status_code == 303
    assert person.card(step=2).served_at is None


def test_an_answer_to_a_learning_card_is_followed_by_its_review(client):
    person = at("learning", 1)

    text = answer(client, person, "nonsense").content.decode()

    assert 'data-page="review"' in text
    assert 'class="verdict verdict-wrong"' in text
    assert person.card(step=2).served_at is None


def test_leaving_a_review_shows_the_next_card_and_begins_its_clock(client):
    person = at("learning", 1, page="review", review_seconds=0)

    text = go_on(client, person).content.decode()

    assert 'data-page="card"' in text
    assert 'data-seconds="20.000"' in text
    assert person.card("learning", 2).served_at == NOON


def test_the_form_of_a_review_leaves_that_review_alone(client):
    person = at("learning", 1, review_seconds=0)
    review = answer(client, person, "nonsense").content.decode()
    key = hidden_fields(review[review.index("/continue/") :])
    for _ in range(2):
        text = post(client, person, "continue", key).content.decode()
    answer(client, person, "nonsense")
    late = post(client, person, "continue", key).content.decode()

    assert key == {"phase": "learning", "stage": "review", "step": "1"}
    assert 'data-page="card"' in text
    assert 'data-page="review"' in late
    assert 'data-step="2"' in late


def test_the_end_of_a_part_replaces_the_whole_page(client):
    person = at("prequiz", 3)

    response = answer(client, person)

    assert response["HX-Retarget"] == "#page"
    assert "<h1>Learning</h1>" in response.content.decode()


def test_a_conflict_leads_to_the_page_with_a_note(client):
    person = at("prequiz", 1)
    answer(client, person, "one")

    response = answer(client, person, "two", step="1")
    page = client.get(response["Location"], headers=SWAP).content.decode()

    assert response.status_code == 303
    assert "Your first answer counts" in page
    assert "<html" not in page


def test_the_same_answer_again_gets_the_same_card_without_more_time(client):
    person = at("learning", 1, page="review", review_seconds=0)
    leaving = person.page_key._asdict()
    post(client, person, "continue", leaving)
    with time_machine.travel(NOON.replace(second=7), tick=False):
        text = post(client, person, "continue", leaving).content.decode()

    assert 'data-step="2"' in text
    assert 'data-seconds="13.000"' in text


def test_the_next_picture_is_loaded_ahead_only_where_no_clock_is_saved():
    picture = PictureFile(b"<svg/>", "image/svg+xml")
    rows = [make_row(i, word, picture="p") for i, word in enumerate(WORDS[:4], 1)]
    deck = make_deck_version(rows=rows, pictures={"p": picture})
    untimed = at("prequiz", 1, slug="untimed", deck_version=deck)
    timed = at("prequiz", 1, slug="timed", deck_version=deck, quiz_seconds=20)
    learning = at("learning", 1, slug="learning", deck_version=deck)

    assert untimed.page().next_picture.startswith("/pictures/")
    assert timed.page().next_picture is None
    assert learning.page().next_picture is None


@pytest.mark.parametrize("headers", [SWAP, {}], ids=["swapped", "whole"])
@pytest.mark.parametrize("quiz_seconds", [None, 20])
def test_no_page_names_a_picture_whose_clock_could_be_saved(
    client, quiz_seconds, headers
):
    pictures = {w: PictureFile(f"<svg id='{w}'/>".encode(), SVG) for w in WORDS[:4]}
    rows = [make_row(i, word, picture=word) for i, word in enumerate(pictures, 1)]
    deck = make_deck_version(rows=rows, pictures=pictures)
    person = at("prequiz", 1, "introduction", deck_version=deck, review_seconds=0,
                quiz_seconds=quiz_seconds)  # fmt: skip
    n_ahead = Counter()

    for state, text in walk(client, person, headers):
        named = set(re.findall("/pictures/[0-9a-f-]+", text))
        ahead = named - {picture_of(person, state)}
        n_ahead[state.phase] += len(ahead)

    expected = {"prequiz": 3} if quiz_seconds is None else {}
    assert +n_ahead == expected


def walk(client, person, headers):
    """Every page on the way, and where it was shown."""
    address = reverse("pages:session", kwargs={"token": person.token})
    response = client.get(address)
    while (state := person.page().state).phase != "questionnaire":
        yield state, response.content.decode()
        part = "answer/" if state.page == "card" else "continue/"
        body = {**person.page_key._asdict(), "answer-1": "xx"}
        response = client.post(address + part, body, headers=headers)
        if response.status_code == 303:
            response = client.get(response["Location"])


def picture_of(person, state):
    if state.page not in ("card", "review"):
        return None
    return picture_address(person.card().shown.concept.picture_id)


@pytest.mark.parametrize("horizon", [6, 30])
def test_a_form_and_its_next_face_cost_few_queries_at_every_step(client, horizon):
    person = at("prequiz", 1, horizon=horizon, review_seconds=0)
    costs = set()

    while (state := person.page().state).phase != "questionnaire":
        name = "answer" if state.page == "card" else "continue"
        body = {**person.page_key._asdict(), "answer-1": "xx"}
        with CaptureQueriesContext(connection) as queries:
            response = post(client, person, name, body)
        assert response.status_code == 200
        costs.add(sum(not q["sql"].startswith(("SAVE", "REL")) for q in queries))

    assert max(costs) <= MAX_QUERIES
