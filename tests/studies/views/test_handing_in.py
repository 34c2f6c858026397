"""The last page within a recruiter's frame: it posts the task itself."""

import re

import pytest

from studies.services.session.withdrawal import screen_out
from tests.studies.factories import NOON, Person, make_study
from tests.studies.views.visiting import url

pytestmark = pytest.mark.django_db
SUBMIT = "https://workersandbox.mturk.com/mturk/externalSubmit"
PAYS = {"pays_withdrawn": True, "pays_screened_out": True}


def form_in(response):
    """Where the page posts, and which fields."""
    text = response.content.decode()
    action = re.search(r'action="(https?://[^"]*)"', text)
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)
    return (action[1], dict(fields)) if action else None


def show(client, person):
    return client.get(url("session", person))


def worker(**changes):
    return Person(make_study(**changes), name="A1X").go_to("learning")


def forms_of(response):
    """Where the page's forms may go."""
    policy = response["Content-Security-Policy"].split("; ")
    (words,) = [each for each in policy if each.startswith("form-action")]
    return words.split()[1:]


def finish(client, person):
    person.finish()


def leave(client, person):
    client.post(url("withdraw", person), {"answers": "keep"})


def be_screened_out(client, person):
    screen_out(session_id=person.session.pk, reason="young", now=NOON)


@pytest.mark.parametrize("end", [finish, leave, be_screened_out])
def test_whoever_is_owed_something_hands_the_task_in_from_the_page(client, end):
    person = worker(**PAYS)
    end(client, person)

    page = show(client, person)

    code = person.session.codes.get().code
    fields = {"assignmentId": "AS1-A1X", "completion_code": code}
    assert form_in(page) == (SUBMIT, fields)
    assert forms_of(page) == ["'self'", "https://workersandbox.mturk.com"]
    assert f">{code}</code>" in page.content.decode()
    assert not page.cookies


@pytest.mark.parametrize("end", [leave, be_screened_out])
def test_whoever_is_owed_nothing_is_asked_to_return_the_task(client, end):
    person = worker()
    end(client, person)

    page = show(client, person)

    assert form_in(page) is None
    assert b"Please return this HIT." in page.content


def test_the_page_can_be_looked_at_again_and_posts_the_same(client):
    person = worker()
    person.finish()

    assert form_in(show(client, person)) == form_in(show(client, person))


def test_no_other_page_may_post_elsewhere(client):
    person = worker()
    before = show(client, person)
    person.finish()
    consent = client.get(url("consent", person))

    assert forms_of(before) == forms_of(consent) == ["'self'"]


def test_who_deletes_the_answers_can_still_hand_in(client):
    person = worker(**PAYS)

    led = client.post(url("withdraw", person), {"answers": "delete"})["Location"]

    page = client.get(led)
    assert form_in(page)[1]["assignmentId"] == "AS1-A1X"
    assert b"Your answers were deleted" in page.content
    assert form_in(show(client, person)) is None


def test_a_page_with_such_a_form_is_loaded_and_not_swapped_in(client):
    person = worker(questionnaire=None)
    steps = person.session.settings["n_concepts"]
    person.go_to("postquiz", steps)

    body = {"phase": "postquiz", "step": steps, "answer-1": "xx"}
    headers = {"HX-Request": "true"}
    reply = client.post(url("answer", person), body, headers=headers)

    assert reply["HX-Redirect"] == url("session", person)
