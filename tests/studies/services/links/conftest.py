import pytest

from studies.services.links import signing_keys
from tests.standins.prolific import ProlificKeys


@pytest.fixture(scope="module")
def key_server():
    server = ProlificKeys()
    yield server
    server.close()


@pytest.fixture
def prolific(key_server, settings, monkeypatch):
    """Prolific's keys, asked for anew in each test."""
    monkeypatch.setattr(signing_keys, "_rings", {})
    settings.RECRUITER_KEYS = {"prolific": key_server.address}
    key_server.status, key_server.n_asked = 200, 0
    return key_server
