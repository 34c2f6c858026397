"""How far people came, from what is stored."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.models import LogEntry, QuestionnaireAnswer
from studies.services.monitoring.journeys import read_journeys
from studies.services.monitoring.measures import read_measures
from studies.services.session.withdrawal import erase_session
from tests.studies.factories import NOON, Person, make_study, seconds
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


def test_cards_that_were_missed_are_counted(study):
    person = Person(study).go_to("learning", 1)
    person.wait(60).look()

    (measures,) = read_measures(study.sessions.all()).values()

    assert (measures.n_cards, measures.n_missed, measures.n_unanswered) == (4, 1, 1)


@pytest.mark.parametrize(("said", "helped"), [("No", False), ("Yes, a bit", True)])
def test_who_says_to_have_had_help_is_known(study, said, helped):
    session = Person(study).session
    QuestionnaireAnswer.objects.create(session=session, item="honesty", value=said)

    (measures,) = read_measures(study.sessions.all()).values()

    assert measures.has_had_help is helped
