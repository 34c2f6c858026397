"""Erasures reach SQLite's files, and backups that come back."""

from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from config.env import with_options
from config.sqlite.base import DatabaseWrapper
from studies.models import Response
from studies.services.hash_chain import find_log_fault
from studies.services.operations.erasures import note_erasures, overwrite_log
from studies.services.operations.standing_in import standing_in
from studies.services.session.withdrawal import erase_session, withdraw_session
from tests.databases import copy_migrated
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "Xylophonspielerinnenverein"


@pytest.fixture
def file(tmp_path):
    """A database of its own, in which nothing else was ever written."""
    file = tmp_path / "file.sqlite3"
    copy_migrated(file)
    database = {**connection.settings_dict, "NAME": str(file)}
    database["ENGINE"] = "django.db.backends.sqlite3"
    with (
        closing(DatabaseWrapper(with_options(database), "default")) as other,
        standing_in(other),
    ):
        yield file


def is_found(file):
    secret = SECRET.encode()
    logs = [file, Path(f"{file}-wal")]
    return [secret in each.read_bytes() for each in logs]


@pytest.mark.sqlite_is_enough
def test_what_was_erased_is_in_neither_the_file_nor_its_log(file):
    person = Person(make_study(), name="A1").go_to("learning", 1)
    person.answer(SECRET)
    assert any(is_found(file))
    overwrite_log()
    assert is_found(file) == [True, False]

    erase_session(session_id=person.session.pk, now=person.now)
    assert overwrite_log()

    assert is_found(file) == [False, False]


@pytest.mark.sqlite_is_enough
def test_the_worker_overwrites_what_was_erased_on_a_page(file):
    person = Person(make_study(), name="A1").go_to("learning", 1)
    person.answer(SECRET)
    erase_session(session_id=person.session.pk, now=person.now)

    call_command("work", once=True)

    assert is_found(file) == [False, False]


def test_who_was_erased_stays_erased_when_an_older_backup_comes_back(
    settings, tmp_path, capsys
):
    settings.BACKUP_FOLDER = tmp_path
    study = make_study(pays_withdrawn=True)
    gone, left, here = (
        Person(study, name=name, assignment=name).go_to("learning", 2)
        for name in ("A1", "A2", "A3")
    )
    call_command("backup")
    erase_session(session_id=gone.session.pk, now=NOON)
    withdraw_session(token=left.token, keep_answers=False, now=left.now)
    erased = note_erasures()

    call_command("restore", newest=True, replace=True)

    assert "2 erased again" in capsys.readouterr().out
    of = {
        person: Response.objects.filter(session=person.session)
        for person in (gone, left, here)
    }
    assert [of[person].exists() for person in (gone, left, here)] == [
        False,
        False,
        True,
    ]
    assert [person.session.codes.exists() for person in (gone, left)] == [False, True]
    assert note_erasures() == erased
    assert find_log_fault(gone.session) == find_log_fault(left.session) == ""
