"""How people get back to where they came from."""

import pytest

from studies.recruitment import RECRUITERS, Ending, Finish, Terms, find_way_back
from studies.recruitment.finish import fill_address

OWN_ADDRESS = Terms(completion_url="https://recruiter.example/?cc={code}")
ENDED = Ending("completed", code="ABC", person="P 1", assignment="AS1", is_earned=True)


@pytest.mark.parametrize("name", RECRUITERS)
def test_who_is_owed_something_has_a_code_to_type(name):
    assert find_way_back(name, ENDED, Terms()).code == "ABC"


@pytest.mark.parametrize("name", RECRUITERS)
def test_the_way_back_is_the_address_of_the_study(name):
    finish = find_way_back(name, ENDED, OWN_ADDRESS)

    assert finish == Finish("ABC", "https://recruiter.example/?cc=ABC")
    assert finish.is_redirect


@pytest.mark.parametrize("name", RECRUITERS)
def test_without_a_code_there_is_no_way_back(name):
    assert find_way_back(name, Ending("withdrawn"), OWN_ADDRESS) == Finish()


def test_who_came_in_no_known_way_finishes_as_by_a_link():
    assert find_way_back("preview", ENDED, OWN_ADDRESS).code == "ABC"


def test_a_form_is_no_redirect():
    assert not Finish("ABC", "https://a.example/", {"assignmentId": "AS1"}).is_redirect


@pytest.mark.parametrize(
    ("template", "address"),
    [
        ("https://a.example/{assignment}", "https://a.example/AS1"),
        ("https://a.example/?p={person}&c={code}", "https://a.example/?p=P%201&c=ABC"),
        ("javascript:alert({code})", ""),
        ("", ""),
    ],
)
def test_code_and_ids_are_put_in_their_places(template, address):
    assert fill_address(template, ENDED, code="ABC") == address


@pytest.mark.parametrize("name", ["code", "person", "assignment"])
def test_an_address_that_lacks_something_is_none(name):
    template = f"https://a.example/?x={{{name}}}"

    assert fill_address(template, Ending("completed"), code="") == ""
