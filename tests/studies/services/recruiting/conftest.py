import pytest

from studies.services.recruiting import paying


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """As many tries as ever, at once."""
    monkeypatch.setattr(paying, "PAUSES", (0, 0))
