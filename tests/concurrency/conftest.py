import pytest
from django.db import connection

from studies.services.decks.content import load_content


@pytest.fixture(autouse=True)
def _only_postgresql(transactional_db):
    load_content.cache_clear()
    if connection.vendor != "postgresql":
        # SQLite lets one transaction write at a time: nothing would be tested.
        pytest.fail("races need PostgreSQL: python -m tests.postgres python -m pytest")
