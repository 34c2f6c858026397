"""Our PostgreSQL backend: it prepares what it is told to, and asks nothing needless."""

import socket

import psycopg
import pytest
from django.db import IntegrityError, OperationalError
from django.db.utils import ConnectionHandler
from django.test.utils import CaptureQueriesContext
from psycopg.errors import ConnectionTimeout

from config.env import with_options, with_time_limit
from config.postgresql import waiting
from config.postgresql.waiting import Silence
from studies.outages import hurry
from tests.postgres import cluster

ADD = "SELECT %s + id FROM numbers WHERE id = %s"
STORE = "INSERT INTO numbers (id) VALUES (%s)"


@pytest.fixture(scope="module")
def server():
    with cluster() as variables:
        yield {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": variables["PGHOST"],
            "USER": variables["PGUSER"],
            "NAME": "postgres",
        }


@pytest.fixture
def connect(server, django_db_blocker):
    """A function that gives one more connection."""
    opened = []

    def create(**options):
        found = {"default": with_options(server, **options)}
        database = ConnectionHandler(found)["default"]
        opened.append(database)
        return database

    with django_db_blocker.unblock():
        yield create
        for database in opened:
            database.close()


@pytest.fixture
def database(connect):
    database = connect()
    ask(database, "CREATE TEMPORARY TABLE numbers (id bigint PRIMARY KEY)")
    ask(database, "INSERT INTO numbers VALUES (2)")
    return database


def ask(database, statement, values=()):
    with database.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def prepared(database):
    return ask(database, "SELECT statement FROM pg_prepared_statements")


def process_of(database):
    return ask(database, "SELECT pg_backend_pid()")[0][0]


def next_request(database):
    """What Django does between two requests."""
    database.close_if_unusable_or_obsolete()


def test_a_statement_is_prepared_once_for_numbers_of_any_size(database):
    for number in (1, 2**20, 2**40):
        assert database.run_prepared(ADD, [number, 2]) == [(number + 2,)]

    assert prepared(database) == [("SELECT $1 + id FROM numbers WHERE id = $2",)]


def test_other_statements_are_neither_prepared_nor_kept(database):
    database.run_prepared(ADD, [1, 2])
    for number in range(10):
        ask(database, "SELECT %s + id FROM numbers", [number])

    assert len(prepared(database)) == 1
    assert not database.connection._prepared._counts


def test_behind_a_pooler_nothing_stays_on_a_connection(connect):
    pooled = connect(is_pooled=True)

    for number in range(10):
        assert pooled.run_prepared("SELECT %s + 1", [number]) == [(number + 1,)]

    assert prepared(pooled) == []
    assert pooled.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
    limited = with_time_limit(pooled.settings_dict, seconds=10, n_threads=4)
    assert "options" not in limited["OPTIONS"]


def test_times_are_read_as_the_orm_reads_them(database):
    statement, values = "SELECT %s::timestamptz", ["2026-07-01 12:00:00+02"]

    ((hot,),) = database.run_prepared(statement, values)
    ((plain,),) = ask(database, statement, values)

    assert (hot, hot.tzinfo) == (plain, plain.tzinfo)
    assert hot.hour == 10


def test_a_statement_without_rows_gives_none(database):
    assert database.run_prepared(STORE, [3]) == ()
    assert ask(database, "SELECT id FROM numbers ORDER BY id") == [(2,), (3,)]


def test_a_prepared_statement_is_shown_with_its_values(database):
    with CaptureQueriesContext(database) as queries:
        database.run_prepared(ADD, [40, 2])
        ask(database, "SELECT %s", [41])

    shown = [query["sql"] for query in queries]
    assert shown == ["SELECT 40 + id FROM numbers WHERE id = 2", "SELECT 41"]


def test_a_refused_statement_is_an_error_of_django_and_can_be_asked_again(database):
    for _ in range(2):
        with pytest.raises(IntegrityError):
            database.run_prepared(STORE, [2])

    assert database.run_prepared(STORE, [4]) == ()


def test_a_good_connection_is_not_asked_whether_it_is_there(connect, database):
    process = process_of(database)
    next_request(database)
    database.close_if_health_check_failed()

    last = "SELECT query FROM pg_stat_activity WHERE pid = %s"
    assert ask(connect(), last, [process]) == [("SELECT pg_backend_pid()",)]


@pytest.mark.parametrize("is_hot", [False, True])
def test_the_next_request_replaces_a_connection_that_was_cut(connect, is_hot):
    database = connect()
    database.run_prepared("SELECT %s::int", [1])
    process = process_of(database)
    next_request(database)
    ask(connect(), "SELECT pg_terminate_backend(%s, 10000)", [process])

    run = database.run_prepared if is_hot else lambda *query: ask(database, *query)

    assert run("SELECT %s::int", [1]) == [(1,)]
    assert process_of(database) != process


def test_a_connection_cut_within_a_request_fails_that_one_alone(connect):
    database = connect()
    process = process_of(database)
    ask(connect(), "SELECT pg_terminate_backend(%s, 10000)", [process])

    with pytest.raises(OperationalError):
        database.run_prepared("SELECT %s::int", [1])
    next_request(database)

    assert database.run_prepared("SELECT %s::int", [1]) == [(1,)]


def test_a_connection_that_has_news_is_kept(connect, database):
    ask(database, "LISTEN news")
    process = process_of(database)
    next_request(database)
    ask(connect(), "NOTIFY news")

    assert process_of(database) == process


def test_a_connection_that_gave_an_answer_up_is_replaced(connect):
    database = connect()
    process = process_of(database)
    with hurry(0.2), pytest.raises(OperationalError, match="does not answer"):
        ask(database, "SELECT pg_sleep(5)")
    next_request(database)

    assert process_of(database) != process


@pytest.fixture
def slow(connect, monkeypatch):
    """A connection whose statements become slow soon, in a process of two threads."""
    monkeypatch.setattr(waiting, "SHORT_SECONDS", 0.2)
    database = connect()
    database.ensure_connection()
    database.connection.seconds, database.connection.n_threads = 30, 2
    return database


def test_a_slow_statement_has_its_time_while_a_thread_is_free(slow):
    assert ask(slow, "SELECT 1 FROM pg_sleep(0.6)") == [(1,)]


@pytest.fixture
def no_other_thread(monkeypatch):
    """The other thread of the process waits, too."""
    others = {0}
    monkeypatch.setattr(waiting.Connection, "_waiting", others)
    return others


def test_the_last_free_thread_does_not_wait_for_a_server_that_stands_still(
    slow, no_other_thread, silent_server
):
    slow.connection.connects_with = silent_server

    with pytest.raises(OperationalError, match="does not answer"):
        ask(slow, "SELECT pg_sleep(20)")

    assert no_other_thread == {0}


def test_the_last_free_thread_waits_for_a_busy_server(slow, no_other_thread):
    assert ask(slow, "SELECT 1 FROM pg_sleep(0.6)") == [(1,)]


@pytest.fixture
def silent_server():
    """What leads to a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host, port = listening.getsockname()
        yield {"host": host, "port": port, "connect_timeout": 2}


def test_an_error_in_time_keeps_the_connection(connect):
    database = connect()
    process = process_of(database)
    with hurry(5), pytest.raises(OperationalError, match="statement timeout"):
        ask(database, "SET statement_timeout = 100; SELECT pg_sleep(5)")

    assert process_of(database) == process


def test_a_silent_server_is_not_asked_again_at_once():
    silence, back = Silence(), []
    with pytest.raises(ConnectionTimeout), silence.respected():
        raise ConnectionTimeout("nothing came")

    with pytest.raises(psycopg.OperationalError), silence.respected():
        back.append("too early")
    silence.end()
    with silence.respected():
        back.append("connected")

    assert back == ["connected"]


def test_a_server_that_refuses_is_not_silent():
    silence = Silence()
    for _ in range(2):
        with (
            pytest.raises(psycopg.OperationalError, match="refused"),
            silence.respected(),
        ):
            raise psycopg.OperationalError("refused")
