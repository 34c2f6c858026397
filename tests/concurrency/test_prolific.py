"""Prolific looked at and paid by several at once, and people erased meanwhile."""

import pytest

from playground.prolific import Pool, StandIn
from studies.models import PaymentRecord, TeachingSession
from studies.models.log import LogKind
from studies.recruitment import Arrival
from studies.services.enrolment.joining import join_study
from studies.services.recruiting.prolific import client
from studies.services.recruiting.prolific.judging import pay_bonus
from studies.services.session.withdrawal import erase_session
from tests.concurrency.test_races import at_once
from tests.studies.enlisted import enlist_study
from tests.studies.factories import NOON, Person, make_study


@pytest.fixture
def enlisted(settings, monkeypatch):
    with StandIn(Pool(clock=NOON.timestamp)) as service:
        settings.PROLIFIC_API = service.endpoint
        settings.PROLIFIC_API_TOKEN = service.pool.token
        monkeypatch.setattr(client, "PAUSES", (0, 0, 0))
        yield enlist_study(service.pool)


def test_four_looks_at_once_free_a_place_once(enlisted):
    submission = enlisted.come()
    enlisted.people[submission.id].go_to("learning", 1)
    enlisted.pool.end(submission.id, "RETURNED")

    found = at_once([enlisted.look] * 4)

    assert sum(each.n_freed for each in found) == 1
    session = enlisted.session(submission)
    assert session.log.filter(kind=LogKind.AWAY).count() == 1


def test_eight_clicks_tell_prolific_once_to_pay(enlisted):
    submission = enlisted.finish()
    sent = enlisted.arguments(submission_id=submission.id, amount=100, confirmed="1.33")

    results = at_once([lambda: pay_bonus(**sent)] * 8)

    assert submission.bonuses == [100]
    assert PaymentRecord.objects.get().is_paid
    said = {each if isinstance(each, str) else each.state for each in results}
    assert said <= {"paid", "busy_payment"}


def test_who_is_erased_while_they_join_another_study_is_still_kept_out():
    study = make_study()
    later = make_study(
        slug="later", deck_version=study.deck_version, earlier_studies=["study"]
    )
    for number in range(8):
        person = Person(study, name=f"A{number}")
        key = person.session.pk
        arrival = Arrival("mturk", person=f"A{number}", assignment=f"B{number}")

        def erase(key=key):
            return erase_session(session_id=key, now=NOON)

        def join(arrival=arrival):
            return join_study(slug="later", consent=True, arrival=arrival, now=NOON)

        assert at_once([erase, join])[1] == "full_or_earlier"

    assert not TeachingSession.objects.filter(study=later).exists()
