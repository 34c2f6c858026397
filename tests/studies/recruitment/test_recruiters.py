"""The contract of every recruiter."""

import pytest

from studies.errors import InvalidError, PlaceholderError, PreviewError
from studies.recruitment import (
    RECRUITERS,
    Arrival,
    Terms,
    is_preview,
    read_arrival,
)
from studies.recruitment import identify as identify_under
from studies.recruitment.base import clean_id

WITH_IDS = ["panel", "mturk", "prolific", "personal", "simulated"]
SECRET = {"link", "personal", "simulated"}
TERMS = Terms(sign=lambda text: f"signed {text}")
PROLIFIC_ID = "5F0C8A366F0C4A539D3C6A0A"


def own_id(name):
    return PROLIFIC_ID if name == "prolific" else "A1X"


def arrive(name, person=None, **changes):
    person = own_id(name) if person is None else person
    proof = "signed A1X" if name == "personal" else ""
    return Arrival(name, person=person, nonce="n0nce", proof=proof, **changes)


def identify(arrival):
    return identify_under(arrival, TERMS)


def widen(text):
    """``text`` with the letters of East Asia's keyboards for its first one."""
    return chr(ord(text[0]) + 0xFEE0) + text[1:]


@pytest.mark.parametrize("name", RECRUITERS)
def test_a_recruiter_goes_by_its_name(name):
    assert identify(arrive(name)).recruiter == RECRUITERS[name].name == name


@pytest.mark.parametrize("name", RECRUITERS)
def test_the_same_arrival_is_the_same_person(name):
    assert identify(arrive(name)) == identify(arrive(name))


@pytest.mark.parametrize("name", RECRUITERS)
def test_an_arrival_is_no_preview_unless_its_recruiter_says_so(name):
    assert not RECRUITERS[name].is_preview(arrive(name))


@pytest.mark.parametrize("name", RECRUITERS)
def test_only_simulated_people_are_marked_as_such(name):
    assert identify(arrive(name)).is_simulated == (name == "simulated")


@pytest.mark.parametrize("name", WITH_IDS)
@pytest.mark.parametrize("spell", [str.lower, " {} ".format, "{}\n".format, widen])
def test_all_spellings_of_an_id_have_one_key(name, spell):
    spelled = identify(arrive(name, spell(own_id(name))))

    assert spelled.key == identify(arrive(name)).key


@pytest.mark.parametrize("name", WITH_IDS)
@pytest.mark.parametrize("spelling", ["", "A\x00", "A" * 65, "A B", "<b>"])
def test_nonsense_is_nobodys_id(name, spelling):
    with pytest.raises(InvalidError):
        identify(arrive(name, spelling))


@pytest.mark.parametrize("name", WITH_IDS)
@pytest.mark.parametrize(
    "text",
    ["{{%PROLIFIC_PID%}}", "${workerId}", "%SURVEY_CODE%", "{id}", "${e://Field/PID}"],
)
def test_a_placeholder_that_was_not_filled_in_is_named_as_such(name, text):
    with pytest.raises(PlaceholderError):
        identify(arrive(name, text))
    with pytest.raises(PlaceholderError):
        identify(arrive(name, assignment=text))


@pytest.mark.parametrize("text", ["{" * 10**6, "A" * 400 + "{id}"])
def test_what_is_far_too_long_is_not_looked_through(text):
    with pytest.raises(InvalidError) as caught:
        clean_id(text)

    assert not isinstance(caught.value, PlaceholderError)


@pytest.mark.parametrize("name", RECRUITERS)
def test_an_id_proves_nobody_that_a_recruiter_tells_others(name):
    assert identify(arrive(name)).is_proof == (name in SECRET)


@pytest.mark.parametrize("name", WITH_IDS)
def test_an_id_is_kept_as_it_was_written(name):
    written = own_id(name).title()

    assert identify(arrive(name, f" {written} ")).external_id == written


@pytest.mark.parametrize("name", WITH_IDS)
def test_an_assignment_is_kept_if_there_is_one(name):
    assert identify(arrive(name, assignment=" AS-1 ")).assignment == "AS-1"
    assert identify(arrive(name)).assignment == ""


@pytest.mark.parametrize("name", WITH_IDS)
def test_nonsense_is_no_assignment(name):
    with pytest.raises(InvalidError):
        identify(arrive(name, assignment="<b>"))


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("prolific", "A1X"),
        ("prolific", PROLIFIC_ID[:-1]),
        ("prolific", PROLIFIC_ID[:-1] + "G"),
        ("prolific", "null"),
        ("mturk", "A1_X"),
        ("mturk", "WORKER-ID"),
    ],
)
def test_each_recruiter_has_ids_of_its_own_shape(name, person):
    with pytest.raises(InvalidError):
        identify(arrive(name, person))


@pytest.mark.parametrize("name", WITH_IDS)
@pytest.mark.parametrize("field", ["person", "assignment"])
@pytest.mark.parametrize("spell", [str.upper, str.lower, str.title, " {} ".format])
def test_the_word_of_a_preview_is_nobody_wherever_it_stands(name, field, spell):
    arrival = arrive(name, **{field: spell("assignment_id_not_available")})

    assert is_preview(arrival)
    with pytest.raises(PreviewError):
        identify(arrival)


def test_nobody_comes_from_an_unknown_recruiter():
    with pytest.raises(InvalidError, match="not known"):
        identify(arrive("nobody"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, Arrival("link")),
        ({"utm_source": "news"}, Arrival("link")),
        (
            {"assignmentId": "AS1", "workerId": "W1", "hitId": "H1"},
            Arrival("mturk", person="W1", assignment="AS1", task="H1"),
        ),
        ({"assignmentId": "AS1"}, Arrival("mturk", assignment="AS1")),
        ({"workerId": "W1"}, Arrival("mturk", person="W1")),
        (
            {"PROLIFIC_PID": "P1", "STUDY_ID": "S1", "SESSION_ID": "U1"},
            Arrival("prolific", person="P1", assignment="U1", task="S1"),
        ),
        ({"PROLIFIC_PID": "P1"}, Arrival("prolific", person="P1")),
        ({"recruiter": "simulated", "person": "s1"}, Arrival("link")),
        (
            {"label": "P01", "signature": "abc"},
            Arrival("personal", person="P01", proof="abc"),
        ),
        ({"label": "P01"}, Arrival("link")),
        ({"sona_id": "123"}, Arrival("link")),
    ],
)
def test_the_parameters_of_a_link_tell_who_comes(query, expected):
    assert read_arrival(query) == expected


def test_the_nonce_of_the_form_comes_with_the_arrival():
    assert read_arrival({}, nonce="abc").nonce == "abc"
