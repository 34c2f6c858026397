import pytest

from playground.mturk import Market, StandIn
from studies.services.recruiting import paying, requester
from studies.services.recruiting.requester import connect, mturk_account
from tests.studies.factories import NOON
from tests.studies.services.recruiting.offered import Offered
from tests.studies.services.recruiting.paid import make_account


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """As many tries as ever, at once."""
    monkeypatch.setattr(paying, "PAUSES", (0, 0))
    monkeypatch.setattr(requester, "PAUSES", (0, 0))


@pytest.fixture(scope="session")
def stand_in():
    with StandIn() as service:
        yield service


@pytest.fixture
def market(stand_in, settings):
    """An empty one, which the settings lead to."""
    stand_in.market = Market(clock=NOON.timestamp)
    settings.MTURK_ENDPOINT = stand_in.endpoint
    settings.MTURK_ACCESS_KEY_ID = "dummy"
    settings.MTURK_SECRET_ACCESS_KEY = "dummy"
    return stand_in.market


@pytest.fixture
def offered(study, market):
    make_account(study)
    return Offered(study, mturk_account(study), market, connect())
