"""The page of the link: what strangers see, and what those see who came before."""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from studies.models import ArrivalRecord, Participant, Study, TeachingSession
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import NOON, Person, make_study, seconds

pytestmark = pytest.mark.django_db
JSON = "application/json"
LINK = "/join/study/"
PERSON = "5f0c8a366f0c4a539d3c6a0a"
OWN = f"{LINK}?assignmentId=AS1-A1X&workerId=A1X&hitId=H1"
OTHER = f"{LINK}?assignmentId=AS2&workerId=A1X&hitId=H1"
STRANGER = f"{LINK}?assignmentId=AS2&workerId=B2Y&hitId=H1"


def shown(response):
    """A reply without what is random in it or repeats the link."""
    text = response.content.decode()
    text = re.sub(r'name="nonce" value="[\w-]+"', "", text).replace("A1X", "B2Y")
    return response.status_code, text


def by_api(client, *, person, assignment="AS2", consent=True):
    recruiter = {"name": "mturk", "person": person, "assignment": assignment}
    body = {"study": "study", "consent": consent, "recruiter": recruiter}
    return client.post("/api/v1/sessions/", body, content_type=JSON)


def link_called(name, page):
    links = re.findall(r'<a[^>]* href="([^"]+)"[^>]*>([^<]+)</a>', page)
    return next(unescape(address) for address, text in links if text == name)


def test_looking_at_the_link_creates_nothing(client, study):
    for query in ("", "?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE", "?declined=1"):
        assert client.get(f"/join/study/{query}").status_code == 200

    assert Participant.objects.count() == 0


def test_a_preview_cannot_consent(client, study):
    link = "/join/study/?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE"

    response = client.post(link, {"consent": "yes"})

    assert response.status_code == 409
    assert b"Accept the task first" in response.content


def test_consent_leads_to_the_one_address(client, study):
    response = client.post("/join/study/", {"consent": "yes", "nonce": "abc"})
    again = client.post("/join/study/", {"consent": "yes", "nonce": "abc"})

    assert (response.status_code, again.status_code) == (303, 303)
    assert response["Location"].startswith("/s/")
    assert TeachingSession.objects.count() == 1


def test_without_a_yes_nobody_takes_part(client, study):
    assert client.post("/join/study/", {"nonce": "abc"}).status_code == 400


def test_only_who_proves_it_is_welcomed_back(client, study):
    Person(study, name="A1X")

    assert b"Welcome back" in client.get(OWN).content
    assert b"Welcome back" not in client.get(OTHER).content


@pytest.mark.parametrize("ends", ["not at all", "finish", "keep", "delete"])
def test_a_link_without_proof_shows_what_strangers_see(client, study, ends):
    person = Person(study, name="A1X")
    if ends == "finish":
        person.finish()
    elif ends in {"keep", "delete"}:
        client.post(f"/s/{person.token}/withdraw/", {"answers": ends})

    assert shown(client.get(OTHER)) == shown(client.get(STRANGER))


@pytest.mark.parametrize("state", ["full", "paused"])
def test_a_refusal_tells_nobody_from_a_stranger(client, db, state):
    study = make_study(n_places=1, teachers=("GR",))
    Person(study, name="A1X").finish()
    if state == "paused":
        change_study_state(study_id=study.pk, state=StudyState.PAUSED)

    assert shown(client.get(OTHER)) == shown(client.get(STRANGER))
    for form in ({"consent": "yes"}, {}):
        assert shown(client.post(OTHER, form)) == shown(client.post(STRANGER, form))
        known, unknown = (
            by_api(client, person=person, consent=bool(form))
            for person in ("A1X", "B2Y")
        )
        assert shown(known) == shown(unknown)


def test_who_was_erased_hears_what_a_full_study_says(client, db):
    study = make_study(n_places=1, teachers=("GR",))
    erased = Person(study, name="A1X")
    client.post(f"/s/{erased.token}/withdraw/", {"answers": "delete"})
    refused = [client.post(OWN, {"consent": "yes"}), by_api(client, person="A1X")]
    Person(study).finish()

    full = [client.post(STRANGER, {"consent": "yes"}), by_api(client, person="B2Y")]

    assert [shown(each) for each in refused] == [shown(each) for each in full]
    assert b"or you have taken part before" in full[0].content


def test_the_api_gives_no_session_for_an_id_without_consent(client, study):
    Person(study, name="A1X")

    known, unknown = (
        by_api(client, person=person, consent=False) for person in ("A1X", "B2Y")
    )

    assert known.status_code == 400
    assert known.json() == unknown.json()
    assert ArrivalRecord.objects.count() == 1


def test_with_proof_the_api_gives_the_session_back(client, study):
    finished = Person(study, name="A1X").finish()

    reply = by_api(client, person="A1X", assignment="AS1-A1X", consent=False)

    assert reply.status_code == 200
    assert reply.json()["completion_code"] == finished.completion_code


def test_who_consents_without_proof_goes_on_where_they_were(client, study):
    person = Person(study, name="A1X").go_to("learning", 2)

    reply = client.post(OTHER, {"consent": "yes"})

    assert TeachingSession.objects.get() == person.session
    assert b'data-phase="learning"' in client.get(reply["Location"]).content


@pytest.mark.parametrize("answers", ["keep", "delete"])
def test_without_proof_nobody_is_withdrawn(client, study, answers):
    Person(study, name="A1X")
    address = client.post(OTHER, {"consent": "yes"})["Location"]

    looked = client.get(f"{address}withdraw/")
    refused = client.post(f"{address}withdraw/", {"answers": answers})
    by_json = client.post(
        f"/api/v1/sessions/{address[3:]}withdraw/",
        {"keep_answers": answers == "keep"},
        content_type=JSON,
    )

    assert {looked.status_code, refused.status_code, by_json.status_code} == {409}
    assert b"This is for whoever began the session" in looked.content
    assert by_json.json()["code"] == "unproven"
    assert TeachingSession.objects.get().phase == "instructions"


def test_a_full_study_lets_those_go_on_who_began(client, db):
    study = make_study(n_places=1, teachers=("GR",))
    Person(study, name="A1X")
    Person(study).finish()

    way_on = link_called(
        "I had begun already and want to go on", client.get(OTHER).content.decode()
    )
    page = client.get(LINK + way_on)
    stranger = client.get(LINK + way_on.replace("A1X", "B2Y"))

    assert b"What you agree to" in page.content or b"Yes, I want" in page.content
    assert shown(page) == shown(stranger)
    assert client.post(LINK + way_on, {"consent": "yes"}).status_code == 303
    assert client.post(LINK + way_on.replace("A1X", "B2Y"), {"consent": "yes"})
    assert TeachingSession.objects.count() == 2


def test_a_full_study_has_no_way_on_by_an_open_link(client, db):
    study = make_study(n_places=1, teachers=("GR",))
    Person(study).finish()

    for address in (LINK, f"{LINK}?begun=1"):
        page = client.get(address)
        assert page.status_code == 409
        assert b"I had begun" not in page.content


@pytest.mark.parametrize(
    "link", [OWN, f"{LINK}?PROLIFIC_PID={PERSON}&x=%26ä&x=2", LINK]
)
def test_no_then_back_then_yes_keeps_who_comes(client, study, link):
    no = link_called("No, thank you", client.get(link).content.decode())
    declined = client.get(LINK + no).content.decode()
    back = link_called("Back to the description", declined)

    assert "Thank you for looking" in declined
    assert client.get(back).wsgi_request.GET == client.get(link).wsgi_request.GET


def test_no_then_back_then_yes_is_the_same_worker(client, study):
    no = link_called("No, thank you", client.get(OWN).content.decode())
    back = link_called(
        "Back to the description", client.get(LINK + no).content.decode()
    )

    client.post(back, {"consent": "yes"})

    arrival = ArrivalRecord.objects.get()
    assert (arrival.recruiter, arrival.assignment) == ("mturk", "AS1-A1X")
    assert arrival.session.participant.identity.external_id == "A1X"


def test_a_preview_in_small_letters_is_one(client, study):
    link = f"{LINK}?assignmentId=assignment_id_not_available&workerId=A1X"

    assert b"This is a preview" in client.get(link).content
    assert client.post(link, {"consent": "yes"}).status_code == 409
    assert not TeachingSession.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        "PROLIFIC_PID={{%PROLIFIC_PID%}}&SESSION_ID={{%SESSION_ID%}}",
        "PROLIFIC_PID={{%25PROLIFIC_PID%25}}",
        "assignmentId=${assignmentId}&workerId=${workerId}",
    ],
)
def test_a_placeholder_gets_a_page_that_helps(client, study, query):
    page = client.get(f"{LINK}?{query}")

    assert page.status_code == 400
    assert b"The recruiter has not filled in who you are" in page.content
    assert client.post(f"{LINK}?{query}", {"consent": "yes"}).status_code == 400


def test_a_link_of_another_recruiter_says_so(client, db):
    make_study(recruiters=["mturk"])

    for link in (LINK, f"{LINK}?PROLIFIC_PID={PERSON}"):
        page = client.get(link)
        assert page.status_code == 409
        assert b"This is not the way into the study" in page.content
    assert client.get(OWN).status_code == 200


BEGUN = "I had begun already and want to go on"
NO_PLACE = "Please return this HIT, also if you took part before."


@pytest.mark.parametrize(
    ("query", "language", "words"),
    [
        ("workerId=A1X&assignmentId=AS9", "en", "Please return this HIT, also if you"),
        ("workerId=A1X&assignmentId=AS9", "de", "Bitte geben Sie diesen HIT zurück"),
        (f"PROLIFIC_PID={'5' * 24}", "en", "Please return your submission, also if"),
        (f"PROLIFIC_PID={'5' * 24}", "de", "Bitte geben Sie Ihre Teilnahme bei"),
    ],
)
def test_who_took_part_earlier_is_told_to_return_it_after_consent(
    client, study, query, language, words
):
    make_study(
        slug="later",
        deck_version=study.deck_version,
        earlier_studies=["study"],
        language=language,
    )
    client.post(f"{LINK}?{query}", {"consent": "yes"})

    refused = client.post(f"/join/later/?{query}", {"consent": "yes"})

    assert refused.status_code == 409
    assert words in refused.content.decode()


def close(study, **options):
    return change_study_state(study_id=study.pk, state=StudyState.CLOSED, **options)


def test_who_ended_without_proof_and_lost_the_page_gets_their_own_code(client, study):
    person = Person(study, name="A1X")
    lost = client.post(OTHER, {"consent": "yes"})["Location"]
    person.token, own = lost.split("/")[2], person.token
    code = person.finish().completion_code

    again = client.post(OTHER, {"consent": "yes"})

    page = client.get(again["Location"]).content.decode()
    person.token = own
    assert code in page
    assert person.look().completion_code not in page
    assert again["Location"] != lost
    assert ArrivalRecord.objects.count() == 2


def test_their_link_still_shows_what_strangers_see(client, db):
    study = make_study(n_places=1, teachers=("GR",))
    person = Person(study, name="A1X")
    person.token = client.post(OTHER, {"consent": "yes"})["Location"].split("/")[2]
    person.finish()

    assert shown(client.get(OTHER)) == shown(client.get(STRANGER))
    way_on = link_called(BEGUN, client.get(OTHER).content.decode())
    assert client.post(LINK + way_on, {"consent": "yes"}).status_code == 303


@pytest.mark.parametrize("brings", ["another assignment", "none", "a taken one"])
def test_others_without_proof_get_no_code_of_a_finished_session(client, study, brings):
    person = Person(study, name="A1X")
    person.token = client.post(OTHER, {"consent": "yes"})["Location"].split("/")[2]
    person.finish()
    assignment = {"another assignment": "AS3", "none": ""}.get(brings, "AS2")
    if brings == "a taken one":
        by_api(client, person="B2Y", assignment="AS2")

    refused = by_api(client, person="A1X", assignment=assignment)

    assert (refused.status_code, refused.json()["code"]) == (409, "full")


@pytest.mark.parametrize("state", ["full", "closed"])
def test_who_may_have_taken_part_is_not_simply_told_to_return_the_task(client, state):
    study = make_study(n_places=1, teachers=("GR",))
    Person(study, name="A1X").finish()
    if state == "closed":
        close(study)

    for reply in (client.get(STRANGER), client.post(STRANGER, {"consent": "yes"})):
        page = reply.content.decode()
        assert NO_PLACE in page
        assert "finished this very study and miss your code, keep it" in page


def test_a_closed_study_lets_those_go_on_who_began(client, study):
    Person(study, name="A1X")
    close(study)

    page = client.get(OTHER)
    text = page.content.decode()
    way_on = link_called(BEGUN, text)

    assert shown(page) == shown(client.get(STRANGER))
    assert "may finish until March 1, 2026, 2 p.m. UTC" in strip_tags(text)
    assert "no more answers" not in text
    assert client.post(LINK + way_on, {"consent": "yes"}).status_code == 303
    stranger = LINK + way_on.replace("A1X", "B2Y")
    assert b"The study is closed" in client.post(stranger, {"consent": "yes"}).content


def test_a_study_whose_time_is_over_has_no_way_on(client, study):
    Person(study, name="A1X")
    Study.objects.update(finish_seconds=0)
    close(study, now=NOON - seconds(1))

    for address in (OTHER, f"{OTHER}&begun=1"):
        page = client.get(address).content
        assert b"The study is closed" in page
        assert BEGUN.encode() not in page
        assert b"may finish until" not in page


def test_who_proves_it_is_not_asked_to_agree_again(client, db):
    study = make_study(consent_text="New terms.", pay_text="5 dollars")
    Person(study, name="A1X")

    page = client.get(OWN).content

    assert b"Welcome back" in page
    assert b"Go on" in page
    for today in (b"New terms.", b"5 dollars", b"What you agree to"):
        assert today not in page


@pytest.mark.parametrize("ends", ["finish", "keep", "too late"])
def test_whose_part_is_over_is_led_to_their_page(client, study, ends):
    person = Person(study, name="A1X")
    if ends == "finish":
        person.finish()
    elif ends == "keep":
        client.post(f"/s/{person.token}/withdraw/", {"answers": ends})
    else:
        Study.objects.update(finish_seconds=0)
        close(study, now=NOON - seconds(1))

    page = client.get(OWN).content

    is_done = ends == "finish"
    assert (b"Your code is on the last page" in page) == is_done
    assert (b"Your part is over." in page) != is_done
    assert (b"To the last page" if is_done else b"See your page") in page
    assert b"go on where you were" not in page


def test_who_left_early_and_is_owed_is_told_to_hand_in_their_code(client, study):
    Study.objects.update(pays_withdrawn=True)
    person = Person(study, name="A1X").go_to("learning", 2)
    client.post(f"/s/{person.token}/withdraw/", {"answers": "keep"})

    page = client.get(OWN).content

    assert b"Your code is on your page, with how to hand it in." in page


def test_who_comes_back_to_a_closed_study_sees_until_when(client, study):
    Person(study, name="A1X")
    close(study)

    text = strip_tags(client.get(OWN).content.decode())

    assert "You can go on until March 1, 2026, 2 p.m. UTC" in text


@pytest.mark.parametrize("state", ["full", "paused", "closed"])
def test_a_preview_of_a_study_nobody_can_enter_says_so(client, state):
    study = make_study(n_places=1, teachers=("GR",))
    if state == "full":
        Person(study).finish()
    else:
        change_study_state(study_id=study.pk, state=StudyState(state))
    link = f"{LINK}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE"
    words = {
        "full": "All places are taken",
        "paused": "not open at the moment",
        "closed": "The study is closed",
    }

    for address in (link, f"{link}&begun=1"):
        page = client.get(address).content.decode()
        assert words[state] in page
        assert BEGUN not in page


def test_who_does_not_tick_the_age_is_asked_again_and_loses_nothing(client, db):
    make_study(minimum_age=18, offers_more_time=True)

    page = client.post(LINK, {"consent": "yes", "nonce": "abc", "time": "2"})
    text = page.content.decode()

    assert page.status_code == 400
    assert 'href="#age"' in text
    assert 'value="2" checked' in text
    assert not TeachingSession.objects.exists()
    assert client.post(LINK, {"consent": "yes", "age": "yes"}).status_code == 303


def test_what_is_stored_stands_below_the_words_of_the_study(client, db):
    make_study(consent_text="New terms.")

    page = client.get(LINK).content.decode()

    assert page.index("New terms.") < page.index("What is stored</h3>")
