"""A database that takes nothing: people are told the truth, and lose nothing."""

import resource
import subprocess
from contextlib import closing, contextmanager, suppress

import pytest
import time_machine
from django.db import connection

from config.env import with_options
from config.sqlite.base import DatabaseWrapper
from studies.services.hash_chain import find_log_fault
from studies.services.operations.standing_in import standing_in
from tests.databases import copy_migrated
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db(transaction=True)
SAID = "Your answers so far are saved"
DISK_BYTES = 16 << 20


@pytest.fixture(autouse=True)
def _one_clock():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def forgiving(client):
    """A client who gets a page where a server would send one."""
    client.raise_request_exception = False
    return client


def answer(client, person):
    key = {"phase": "learning", "step": 2}
    by_page = client.post(f"/s/{person.token}/answer/", {**key, "answer-1": "xx"})
    by_api = client.post(
        f"/api/v1/sessions/{person.token}/answers/",
        {**key, "answer": "xx", "dont_know": False},
        content_type="application/json",
    )
    return by_page, by_api


def nothing_is_taken(client, person):
    """Both ways to answer say so, and nobody is told that something was stored."""
    for response in answer(client, person):
        assert response.status_code == 503
        assert response["Retry-After"] == "5"
        assert SAID in response.content.decode()


def taken_afterwards(client, person):
    """The same answer counts as soon as it can, once, and nothing else is lost."""
    assert person.card("learning", 1).outcome == "wrong"
    assert person.card("learning", 2).outcome is None
    by_page, by_api = answer(client, person)
    assert (by_page.status_code, by_api.status_code) == (303, 200)
    assert person.card("learning", 2).outcome == "wrong"
    assert find_log_fault(person.session) == ""


def test_a_database_that_only_reads(forgiving):
    person = Person(make_study()).go_to("learning", 2)
    with only_reading():
        nothing_is_taken(forgiving, person)
    taken_afterwards(forgiving, person)


@contextmanager
def only_reading():
    set_read_only("on")
    try:
        yield
    finally:
        set_read_only("off")


def set_read_only(switch):
    statements = {
        "postgresql": f"SET default_transaction_read_only = {switch}",
        "sqlite": f"PRAGMA query_only = {switch}",
    }
    with connection.cursor() as cursor:
        cursor.execute(statements[connection.vendor])


def call(*command):
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.fixture
def disk(tmp_path):
    """A small disk of its own."""
    size = f"size={DISK_BYTES}"
    assert call("mount", "-t", "tmpfs", "-o", size, "tmpfs", str(tmp_path))
    yield tmp_path
    call("umount", "--lazy", str(tmp_path))


@contextmanager
def served_from(folder):
    """Everything is stored in the folder; nothing of it waits in memory."""
    file = folder / "file.sqlite3"
    copy_migrated(file)
    database = {**connection.settings_dict, "NAME": str(file)}
    database["ENGINE"] = "django.db.backends.sqlite3"
    with (
        closing(DatabaseWrapper(with_options(database), "default")) as other,
        standing_in(other),
    ):
        person = Person(make_study()).go_to("learning", 2)
        with other.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield person


@pytest.mark.sqlite_is_enough
@pytest.mark.mounts_a_disk
def test_a_disk_that_is_full(forgiving, disk):
    with served_from(disk) as person:
        with full(disk):
            nothing_is_taken(forgiving, person)
        taken_afterwards(forgiving, person)


@pytest.mark.sqlite_is_enough
def test_a_file_that_may_not_grow(forgiving, tmp_path):
    with served_from(tmp_path) as person:
        with short_files():
            nothing_is_taken(forgiving, person)
        taken_afterwards(forgiving, person)


@pytest.mark.sqlite_is_enough
@pytest.mark.mounts_a_disk
def test_a_disk_that_is_only_read(forgiving, disk):
    with served_from(disk) as person:
        connection.close()
        assert call("mount", "-o", "remount,ro", str(disk))
        nothing_is_taken(forgiving, person)
        assert call("mount", "-o", "remount,rw", str(disk))
        taken_afterwards(forgiving, person)


@contextmanager
def full(disk):
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


@contextmanager
def short_files():
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
