"""Prolific's people, from their link to the code that they earned."""

import pytest

from studies.services.session.withdrawal import screen_out, withdraw_session
from tests.studies.enlisted import IDS
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
LINK = "/join/study/?" + "&".join(f"{name}={value}" for name, value in IDS.items())
CODES = {
    "code_completed": "CANARYDONE",
    "code_no_consent": "CANARYNO",
    "code_screened_out": "CANARYOUT",
    "code_withdrawn": "CANARYLEFT",
}


def make(**changes):
    options = {"prolific": CODES}
    return make_study(recruiters=["prolific"], recruiter_options=options, **changes)


@pytest.fixture
def person(client):
    """Somebody of Prolific who has agreed."""
    return begin(client, make())


def begin(client, study):
    address = client.post(LINK, {"consent": "yes"})["Location"]
    person = Person.__new__(Person)
    person.study, person.now, person.token = study, NOON, address.split("/")[2]
    return person


def led_to(client, person):
    return client.get(f"/s/{person.token}/back/")["Location"]


def test_who_finishes_is_led_back_with_the_code_for_it(client, person):
    person.finish()

    page = client.get(f"/s/{person.token}/").content.decode()

    assert led_to(client, person) == (
        "https://app.prolific.com/submissions/complete?cc=CANARYDONE"
    )
    assert ">CANARYDONE</code>" in page
    assert ">Back to Prolific</a>" in page


def test_the_host_of_prolific_may_move(client, person, settings):
    settings.RECRUITER_SITES = {"prolific": "https://new.example"}
    person.finish()

    assert led_to(client, person).startswith("https://new.example/submissions/")


def test_no_page_holds_a_code_before_it_is_earned(client):
    study = make()
    pages = [client.get(LINK), client.get(f"{LINK}&declined=1")]
    person = begin(client, study)
    for phase in ("prequiz", "learning", "postquiz"):
        person.go_to(phase, 1)
        pages.append(client.get(f"/s/{person.token}/"))
        pages.append(client.get(f"/s/{person.token}/back/"))

    assert not any("CANARY" in str(page.headers) for page in pages)
    assert not any(b"CANARY" in page.content for page in pages)


def test_who_does_not_agree_goes_back_with_the_code_for_it(client):
    make()

    led = client.get(LINK.replace("?", "back/?"))["Location"]

    assert led.endswith("?cc=CANARYNO")


def test_who_is_screened_out_goes_back_with_the_code_for_it(client, person):
    screen_out(session_id=person.session.pk, reason="young", now=NOON)

    assert led_to(client, person).endswith("?cc=CANARYOUT")


@pytest.mark.parametrize("pays", [False, True])
def test_who_leaves_early_goes_back_unless_the_code_is_worth_something(client, pays):
    person = begin(client, make(pays_withdrawn=pays))
    withdraw_session(token=person.token, keep_answers=True, now=NOON)

    expected = f"/s/{person.token}/" if pays else "?cc=CANARYLEFT"
    assert led_to(client, person).endswith(expected)


def test_the_same_person_goes_on_where_they_were(client, person):
    person.go_to("learning", 1)

    again = begin(client, person.study)

    assert again.session == person.session


def test_an_unsigned_link_is_told_as_such_where_signatures_are_required(client):
    make_study(
        recruiters=["prolific"],
        recruiter_options={"prolific": {"requires_signature": True}},
    )

    page = client.get(LINK)

    assert page.status_code == 400
    assert b"This link is not valid, or not any more" in page.content


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_is_owed_a_part_without_a_code_of_prolific_reads_what_to_do(
    client, language
):
    options = {"prolific": {"code_completed": "CANARYDONE"}}
    study = make_study(
        recruiters=["prolific"],
        recruiter_options=options,
        pays_withdrawn=True,
        language=language,
    )
    person = begin(client, study).go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=True, now=NOON)

    page = client.get(f"/s/{person.token}/").content.decode()

    words = {"en": "hand in without a code", "de": "reichen Sie dort ohne Code ein"}
    assert words[language] in page
    assert "enter this one" not in page
    assert "CANARY" not in page
    assert led_to(client, person) == "https://app.prolific.com"
