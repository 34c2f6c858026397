import pytest

from studies.recruitment import Arrival, Finish, read_arrival
from studies.services.links.finishing import find_finish
from studies.services.session.withdrawal import erase_session, withdraw_session
from tests.studies.enlisted import IDS
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
ADDRESS = "https://a.example/?cc={code}&who={person}&task={assignment}"
PANEL = {
    "completion_url": ADDRESS,
    "recruiters": ["panel"],
    "recruiter_options": {"panel": {"person": "pid", "assignment": "task"}},
}
SANDBOX = "https://workersandbox.mturk.com"


def panelist():
    """Comes by a panel, with an id and a task."""
    arrival = Arrival("panel", person="A1X", assignment="T1")
    return Person(make_study(**PANEL), arrival=arrival)


def finish_of(person, **more):
    return find_finish(token=person.token, now=person.now, **more)


def test_nobody_finds_a_way_back_before_the_end():
    person = Person(make_study(completion_url=ADDRESS), name="A1X")

    assert finish_of(person) == Finish()


def test_the_way_back_tells_the_recruiter_who_comes_with_what():
    person = panelist()
    person.finish()

    code = person.session.codes.get().code
    way = f"https://a.example/?cc={code}&who=A1X&task=T1"
    assert finish_of(person) == Finish(code, way)


def test_of_one_study_everybody_is_led_to_where_they_came_from():
    said = {"preset": "sona", "way_back": "https://sona.example/?survey_code={person}"}
    study = make_study(
        completion_url="https://lab.example/?cc={code}",
        recruiters=["panel", "prolific", "link"],
        recruiter_options={"panel": said, "prolific": {"code_completed": "DONE"}},
    )
    queries = ({"sona_id": "77"}, IDS, {})
    people = [
        Person(study, arrival=read_arrival(query, options=study.recruiter_options))
        for query in queries
    ]
    for person in people:
        person.finish()

    sona, prolific, link = (finish_of(person).address for person in people)

    assert sona == "https://sona.example/?survey_code=77"
    assert prolific.endswith("/submissions/complete?cc=DONE")
    assert link.startswith("https://lab.example/?cc=")


def test_by_an_open_link_there_is_nobody_to_tell():
    person = Person(make_study(completion_url="https://a.example/{person}"))
    person.finish()

    assert finish_of(person) == Finish(person.session.codes.get().code, "")


def test_of_the_erased_nothing_goes_back():
    person = panelist()
    person.finish()
    erase_session(session_id=person.session.pk, now=NOON)

    assert finish_of(person) == Finish()


def test_a_worker_hands_in_where_the_link_said_if_that_is_the_recruiters():
    study, fields = make_study(), {"recruiter": "mturk", "person": "A1X"}
    there = Arrival(**fields, assignment="AS1", site="https://www.mturk.com/")
    person = Person(study, arrival=there)
    person.finish()

    assert finish_of(person).address == "https://www.mturk.com/mturk/externalSubmit"
    assert finish_of(person).fields["assignmentId"] == "AS1"


def test_each_coming_of_a_worker_is_handed_in_as_its_own_assignment():
    study = make_study()
    first = Person(study, name="A1X")
    again = Person(study, name="A1X", assignment="AS2")
    again.finish()

    assert finish_of(again).fields["assignmentId"] == "AS2-A1X"
    assert finish_of(again).code != finish_of(first).code


def test_who_had_all_deleted_brings_the_assignment_and_is_paid_for_leaving():
    person = Person(make_study(pays_withdrawn=True), name="A1X").go_to("learning")
    withdraw_session(token=person.token, keep_answers=False, now=NOON)

    assert not finish_of(person).is_form
    brought = finish_of(person, assignment="AS1-A1X")
    assert brought.address == f"{SANDBOX}/mturk/externalSubmit"
    assert brought.fields["assignmentId"] == "AS1-A1X"
    assert not finish_of(person, assignment="<b>").is_form


def test_nobody_brings_another_assignment_while_theirs_is_known():
    person = Person(make_study(), name="A1X")
    person.finish()

    assert finish_of(person, assignment="AS9").fields["assignmentId"] == "AS1-A1X"
