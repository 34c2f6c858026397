"""Whom to pay: codes, whose they are, and how their sessions were come to."""

import pytest

from studies.recruitment import Arrival
from studies.services.enrolment.joining import join_study
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
CODES = "/admin/studies/completioncode/"
ARRIVALS = "/admin/studies/arrivalrecord/"


def come_back_unproven(person):
    arrival = Arrival("mturk", person=person.arrival.person, assignment="AS2")
    joined = join_study(
        slug=person.study.slug, consent=True, arrival=arrival, now=person.now
    )
    person.token, first = joined.token, person.token
    return first


@pytest.fixture
def worker(study):
    """Somebody who finished with another task than they began with."""
    person = Person(study, name="A1X")
    come_back_unproven(person)
    person.finish()
    return person


@pytest.fixture
def other(worker):
    study = make_study(slug="other", deck_version=worker.study.deck_version)
    person = Person(study, name="B2Y")
    person.finish()
    return person


def codes_of(person):
    return set(person.session.codes.values_list("code", flat=True))


def listed(client, address, **query):
    page = client.get(address, query)
    return list(page.context["cl"].result_list)


def test_a_list_of_codes_tells_whose_they_are(admin_client, worker):
    page = admin_client.get(CODES).content.decode()
    rows = {str(code.code): code for code in listed(admin_client, CODES)}

    assert {code.brought for code in rows.values()} == {"AS1-A1X", "AS2"}
    assert "Study (study)" in page
    for words in ("the person", "came without proof", "AS1-A1X", "AS2"):
        assert f">{words}</td>" in page


@pytest.mark.parametrize(
    ("whose", "assignment"), [("person", "AS1"), ("unproven", "AS2")]
)
def test_codes_are_filtered_by_whose_they_are(admin_client, worker, whose, assignment):
    [code] = listed(admin_client, CODES, whose=whose)

    assert code.brought.startswith(assignment)


def test_codes_are_filtered_by_study(admin_client, worker, other):
    found = listed(admin_client, CODES, session__study__id__exact=other.study.pk)

    assert {code.code for code in found} == codes_of(other)


@pytest.mark.parametrize("word", ["A1X", "AS1-A1X", "the code", "the session"])
def test_codes_and_arrivals_are_found_by_what_is_at_hand(
    admin_client, worker, other, word
):
    code = worker.session.codes.get(arrival=None)
    word = {"the code": code.code, "the session": str(worker.session)}.get(word, word)

    codes = listed(admin_client, CODES, q=word)
    arrivals = listed(admin_client, ARRIVALS, q=word)

    assert code in codes
    assert {each.session for each in codes} == {worker.session}
    assert {each.session for each in arrivals} == {worker.session}


def test_codes_are_found_by_the_name_of_their_study(admin_client, worker, other):
    found = listed(admin_client, CODES, q="other")

    assert {code.code for code in found} == codes_of(other)


def test_a_session_is_shown_with_its_codes_and_arrivals(admin_client, worker):
    page = admin_client.get(
        f"/admin/studies/teachingsession/{worker.session.pk}/change/"
    ).content.decode()

    assert all(code in page for code in codes_of(worker))
    for words in ("AS1-A1X", "AS2", "came without proof"):
        assert words in page
    assert '<input type="text"' not in page


def test_the_question_before_erasing_names_people_and_codes(admin_client, worker):
    running = Person(worker.study, name="C3Z", now=NOON)
    chosen = [worker.session.pk, running.session.pk]

    page = admin_client.post(
        "/admin/studies/teachingsession/",
        {"action": "erase", "_selected_action": chosen},
    ).content.decode()

    assert worker.session.participant.pseudonym in page
    assert "Study (study), completed, with a code" in page
    assert "Study (study), instructions, without a code" in page
