import pytest

from studies.recruitment import Finish
from studies.services.links.finishing import find_finish
from studies.services.session.withdrawal import erase_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
ADDRESS = "https://a.example/?cc={code}&who={person}&task={assignment}"


def finish_of(person):
    return find_finish(token=person.token, now=person.now)


def test_nobody_finds_a_way_back_before_the_end():
    person = Person(make_study(completion_url=ADDRESS), name="A1X")

    assert finish_of(person) == Finish()


def test_the_way_back_tells_the_recruiter_who_comes_with_what():
    person = Person(make_study(completion_url=ADDRESS), name="A1X")
    person.finish()

    code = person.session.codes.get().code
    way = f"https://a.example/?cc={code}&who=A1X&task=AS1-A1X"
    assert finish_of(person) == Finish(code, way)


def test_by_an_open_link_there_is_nobody_to_tell():
    person = Person(make_study(completion_url="https://a.example/{person}"))
    person.finish()

    assert finish_of(person) == Finish(person.session.codes.get().code, "")


def test_of_the_erased_nothing_goes_back():
    person = Person(make_study(completion_url=ADDRESS), name="A1X")
    person.finish()
    erase_session(session_id=person.session.pk, now=NOON)

    assert finish_of(person) == Finish()
