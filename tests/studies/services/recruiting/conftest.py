from copy import deepcopy

import pytest

from studies.services.recruiting import paying
from tests.studies.factories import make_study
from tests.studies.sharing import shared_rows


@pytest.fixture(scope="module")
def shared_study(django_db_setup, django_db_blocker):
    """Short: here people only come to be paid."""
    with shared_rows(django_db_blocker, "paid"):
        yield make_study(n_concepts=2, horizon=2)


@pytest.fixture
def study(db, shared_study):
    return deepcopy(shared_study)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """As many tries as ever, at once."""
    monkeypatch.setattr(paying, "PAUSES", (0, 0))
