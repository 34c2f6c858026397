from itertools import count
from uuid import NAMESPACE_OID, uuid5

import pytest

from studies.services.decks.content import load_content
from studies.services.enrolment import beginning
from studies.services.jobs import progress
from studies.statistics.power import bank
from tests.studies.factories import Person, make_study


@pytest.fixture(autouse=True)
def _fresh_content():
    load_content.cache_clear()


@pytest.fixture(autouse=True)
def _same_sessions_in_every_run(request, monkeypatch):
    """A session's id decides its seed, and so its cards."""
    numbers = count()

    def next_id():
        return uuid5(NAMESPACE_OID, f"{request.node.name}-{next(numbers)}")

    monkeypatch.setattr(beginning, "uuid4", next_id)


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch):
    """A thread would wait for the transaction of its test."""
    monkeypatch.setattr(progress, "BEAT_SECONDS", 600)


@pytest.fixture
def study(db):
    return make_study()


@pytest.fixture
def person(study):
    return Person(study)


@pytest.fixture
def finished(person):
    person.finish()
    return person


@pytest.fixture
def small_bank(monkeypatch):
    """Power from few people: quick, and as rough."""
    monkeypatch.setattr(bank, "PER_STRATUM", 20)
    monkeypatch.setattr(bank, "PER_STRATUM_TO_FIT", 10)
