"""Answers and going on, as forms without JavaScript."""

import re

import pytest

from bench.pages import hidden_fields
from studies.models import Response
from studies.services.session.serving import MAX_TAKEN_BACK_EACH
from tests.studies.views.visiting import send, start, url

pytestmark = pytest.mark.django_db


def test_the_form_of_a_page_leaves_that_page_alone(client, person):
    page = client.get(url("session", person)).content.decode()
    key = hidden_fields(page)
    client.post(url("continue", person), key)

    again = client.post(url("continue", person), key)

    assert again["Location"] == url("session", person)
    assert person.page().state.page == "introduction"


@pytest.mark.parametrize("key", [{}, {"phase": "instructions", "step": "x"}])
def test_a_form_that_cannot_tell_what_it_leaves_leaves_nothing(client, person, key):
    response = client.post(url("continue", person), key)
    page = client.get(response["Location"]).content.decode()

    assert "This is where you are" in page
    assert person.page().state.page == "instructions"


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": "nonsense"},
        {"step": "-1"},
        {"step": str(2**63)},
        {"step": "x"},
        {"answer-1": "x" * 201},
        {"answer-1": "a\x00b"},
        {"answer-1": "  "},
    ],
)
def test_malformed_answers_change_nothing(client, person, changes):
    start(client, person)

    response = send(client, person, "one", **changes)

    assert response.status_code == 303
    assert "note=invalid" in response["Location"]
    assert not person.card().is_closed


@pytest.mark.parametrize("client_text", ["", "{", "[1]", '{"elapsed_ms": 1e999}'])
def test_nonsense_from_the_browser_costs_no_answer(client, person, client_text):
    start(client, person)

    send(client, person, "one", client=client_text)

    assert Response.objects.get(text="one").client == {}


def test_a_card_may_not_be_taken_back_for_ever(client, person):
    start(client, person)
    again = {"phase": "prequiz", "step": "1"}
    for _ in range(12):
        client.post(url("again", person), again)
        client.get(url("session", person))

    assert person.session.log.filter(kind="taken_back").count() == MAX_TAKEN_BACK_EACH


def test_no_browser_completes_corrects_or_translates_an_answer(client, person):
    page = start(client, person).content.decode()

    (field,) = re.findall(r'<input id="answer"[^>]*>', page)
    for wish in ('autocomplete="off"', 'spellcheck="false"', 'translate="no"'):
        assert wish in field


def test_more_fields_than_any_form_has_are_refused(client, person):
    start(client, person)

    refused = send(client, person, "x", **{f"field-{n}": "" for n in range(1001)})

    assert refused.status_code == 400
    assert Response.objects.get().outcome is None
