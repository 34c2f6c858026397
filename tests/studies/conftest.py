from itertools import count
from uuid import NAMESPACE_OID, uuid5

import pytest

from studies.services.decks.content import load_content
from studies.services.enrolment import beginning
from studies.services.jobs import progress
from studies.services.links import signing_keys
from studies.services.planning import estimates
from studies.services.recruiting import paying, requester
from studies.services.recruiting.prolific import client as prolific_client
from studies.statistics.power import bank
from tests.studies.factories import NOON, Person, make_deck_version, make_study
from tests.studies.sharing import shared_rows

# Where nearly every test makes a study, and none asks which decks there are.
OF_ONE_DECK = {"admin", "api", "design", "enrolment", "session", "views"}


@pytest.fixture(autouse=True, scope="module")
def _deck_of_most_studies(request):
    """Stored once for a module, and found there by every study that is made."""
    if not OF_ONE_DECK & {*request.path.parts}:
        yield
        return
    request.getfixturevalue("django_db_setup")
    with shared_rows(request.getfixturevalue("django_db_blocker"), "words"):
        make_deck_version()
        yield


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
    """Power from few people and studies: quick, and as rough."""
    monkeypatch.setattr(estimates, "N_STUDIES", 300)
    monkeypatch.setattr(bank, "PER_STRATUM", 20)
    monkeypatch.setattr(bank, "PER_STRATUM_TO_FIT", 10)


@pytest.fixture(scope="session")
def stand_in():
    """Mechanical Turk, played on this machine."""
    # Imported here: it brings Amazon's library, which takes long.
    from playground.mturk import StandIn

    with StandIn() as service:
        yield service


@pytest.fixture
def market(stand_in, settings, monkeypatch):
    """A service that knows nothing yet, which the settings lead to."""
    from playground.mturk import Market

    stand_in.market = Market(clock=NOON.timestamp)
    settings.MTURK_ENDPOINT = stand_in.endpoint
    settings.MTURK_ACCESS_KEY_ID = "dummy"
    settings.MTURK_SECRET_ACCESS_KEY = "dummy"
    for module in (paying, requester):
        monkeypatch.setattr(module, "PAUSES", (0, 0))
    return stand_in.market


@pytest.fixture
def offered(study, market):
    """A study that may be offered to workers of the stand-in."""
    from tests.studies.offered import offer_study

    return offer_study(study, market)


@pytest.fixture(scope="session")
def prolific_stand_in():
    """Prolific, played on this machine."""
    from playground.prolific import StandIn

    with StandIn() as service:
        yield service


@pytest.fixture
def pool(prolific_stand_in, settings, monkeypatch):
    """A Prolific that knows nothing yet but its keys, which the settings lead to."""
    from playground.prolific import Pool

    service = prolific_stand_in
    service.pool = Pool(clock=NOON.timestamp, keys=service.pool.keys)
    settings.PROLIFIC_API = service.endpoint
    settings.PROLIFIC_API_TOKEN = service.pool.token
    settings.RECRUITER_KEYS = {
        "prolific": f"{service.endpoint}/.well-known/study/jwks.json"
    }
    settings.RECRUITER_SITES = {"prolific": service.endpoint}
    monkeypatch.setattr(signing_keys, "_rings", {})
    monkeypatch.setattr(paying, "PAUSES", (0, 0))
    monkeypatch.setattr(prolific_client, "PAUSES", (0, 0, 0))
    return service.pool


@pytest.fixture
def enlisted(pool, db):
    """A study that Prolific sends people to."""
    from tests.studies.enlisted import enlist_study

    return enlist_study(pool)
