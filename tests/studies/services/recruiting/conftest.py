import pytest

from studies.services.recruiting import paying
from tests.studies.factories import make_study


@pytest.fixture
def study(db):
    """Short: here people only come to be paid."""
    return make_study(n_concepts=2, horizon=2)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """As many tries as ever, at once."""
    monkeypatch.setattr(paying, "PAUSES", (0, 0))
