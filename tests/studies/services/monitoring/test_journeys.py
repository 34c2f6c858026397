"""How far people came, from what is stored."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.models import LogEntry
from studies.services.monitoring.journeys import read_journeys
from studies.services.session.withdrawal import erase_session
from tests.studies.factories import NOON, Person, make_study, seconds
from tests.studies.services.monitoring.journeys import make_journey
from tests.studies.test_indexes import plan_of

pytestmark = pytest.mark.django_db
WHOLE_WAY = [
    *("instructions", "prequiz", "learning", "postquiz", "questionnaire"),
    "completed",
]


@pytest.fixture
def study():
    return make_study()


def test_a_journey_has_every_phase_and_when_it_began(study):
    person = Person(study).wait(30).go_to("prequiz", 1)
    person.wait(100).finish()

    (journey,) = read_journeys(study.sessions.all())

    assert list(journey.entered) == WHOLE_WAY
    assert journey.entered["prequiz"] == NOON + seconds(30)
    assert journey.completed_at == person.session.completed_at
    assert journey.minutes == (person.now - NOON).total_seconds() / 60


def test_who_went_silent_took_part_until_the_last_sign_of_life():
    gone = make_journey(1, 5, phase="withdrawn", ended=2880)

    assert gone.minutes == 5


def test_an_erasure_changes_no_journey(study):
    Person(study, name="A1").finish()
    Person(study, name="A2").go_to("learning", 1)
    sessions = study.sessions.all()
    before = read_journeys(sessions)

    for session in sessions:
        erase_session(session_id=session.pk, now=NOON + seconds(9999))

    after = read_journeys(sessions)
    assert [one.entered for one in after] == [one.entered for one in before]


def test_a_forged_log_stops_nobody_from_looking(study):
    Person(study).go_to("prequiz", 1)
    LogEntry.objects.filter(kind="phase").update(payload='["nonsense"]')

    (journey,) = read_journeys(study.sessions.all())

    assert list(journey.entered) == ["instructions", "prequiz"]


def test_phases_are_found_by_an_index(study):
    with CaptureQueriesContext(connection) as asked:
        read_journeys(study.sessions.filter(purpose="real"))

    assert "log_of_phases" in plan_of(asked[0]["sql"])
