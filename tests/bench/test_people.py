"""That people by bulk rows look like people who played."""

import pytest

from bench.people import add_people
from studies.services.hash_chain import find_log_fault
from studies.services.monitoring.journeys import read_journeys
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db


def test_people_by_bulk_rows_have_whole_logs_and_journeys():
    study = make_study()

    pseudonym = add_people(study.slug, 2)

    first, second = study.sessions.order_by("pk")
    assert first.participant.pseudonym == pseudonym
    assert find_log_fault(second) == ""
    assert {len(one.entered) for one in read_journeys(study.sessions.all())} == {5}
    assert first.responses.count() == 3 + 6 + 3
