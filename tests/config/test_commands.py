"""Commands that cannot use their database say so in a sentence."""

import pytest
from django.db import OperationalError

from config.commands import outage_told_in_a_sentence
from config.env import with_options, with_time_limit

SAID = "connection failed: port 1 failed: Connection refused\n\tIs the server running?"


def fail(*arguments):
    with outage_told_in_a_sentence(arguments):
        raise OperationalError(SAID)


def test_a_database_that_is_away_is_told_in_a_sentence():
    with pytest.raises(SystemExit) as ended:
        fail("manage.py", "create_researcher")

    assert ended.value.code == (
        "The database cannot be used: connection failed: port 1 failed: Connection "
        "refused."
    )


def test_who_asks_for_it_sees_where_it_happened():
    with pytest.raises(OperationalError):
        fail("manage.py", "create_researcher", "--traceback")


@pytest.mark.parametrize("is_pooled", [False, True])
def test_commands_wait_longer_for_a_connection_than_requests(is_pooled):
    engine = {"ENGINE": "django.db.backends.postgresql"}
    database = with_options(engine, is_pooled=is_pooled)
    limited = with_time_limit(database, seconds=10, n_threads=4)

    assert database["OPTIONS"]["connect_timeout"] == 30
    assert limited["OPTIONS"]["connect_timeout"] == 3
