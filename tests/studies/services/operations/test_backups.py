"""Backups, made and brought back on both kinds of databases."""

import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from studies.errors import BackupError
from studies.models import Response, Study, TeachingSession, UpkeepRun
from studies.services.operations.backups import last_backup, last_drill
from studies.services.operations.backups.drilling import drill
from studies.services.operations.backups.files import read_content, read_manifest
from studies.services.operations.backups.kinds import kind_of
from studies.services.operations.backups.making import find_newest, make_backup
from studies.services.operations.backups.restoring import restore
from studies.services.operations.backups.tables import require_known
from studies.services.operations.standing_in import standing_in, usual_connection
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "a key of many letters"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKUP_FOLDER = tmp_path
    return tmp_path


@pytest.fixture
def answered():
    person = Person(make_study()).go_to("learning", 3)
    return person.session


@contextmanager
def elsewhere():
    """Another database of the same kind, which is empty."""
    usual = usual_connection()
    with kind_of(usual).throw_away(usual) as other, standing_in(other):
        yield other


def make(now=NOON):
    run = make_backup(now=now)
    return find_newest().with_name(run.file)


def test_what_was_kept_comes_back(answered):
    path = make()

    with elsewhere():
        restored = restore(path, may_replace=False)
        session = TeachingSession.objects.get()
        n_cards = Response.objects.count()

    assert (session.public_id, n_cards) == (
        answered.public_id,
        Response.objects.count(),
    )
    assert restored.contents.n_sessions == 1
    assert not restored.was_older


def test_what_came_since_is_replaced_only_if_it_may_go(answered):
    path = make()
    Study.objects.update(title="Another title")

    with pytest.raises(BackupError, match="not empty"):
        restore(path, may_replace=False)
    assert Study.objects.get().title == "Another title"

    restore(path, may_replace=True)
    assert Study.objects.get().title == "Study"


def test_a_key_hides_what_is_kept_and_is_needed_to_bring_it_back(settings, answered):
    settings.BACKUP_KEY = KEY
    path = make()

    assert b"prompt-1" not in path.read_bytes()
    assert b"prompt-1" in b"".join(read_content(path, key=KEY))
    settings.BACKUP_KEY = "another key"
    with pytest.raises(BackupError, match="not the one this backup was made with"):
        drill(now=NOON)
    settings.BACKUP_KEY = ""
    with pytest.raises(BackupError, match="is encrypted: set BACKUP_KEY"):
        drill(now=NOON)


def test_a_trial_says_what_it_found_whole(answered):
    make()

    words = drill(now=NOON)

    n_cards = Response.objects.count()
    assert f"{n_cards} cards and the logs of 1 sessions are whole" in words
    assert (last_drill().outcome, last_drill().words) == ("done", words)
    assert not _databases_of_trials()


def _databases_of_trials():
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE '%_drill_%'")
        return cursor.fetchall()


def test_a_trial_notices_a_log_that_was_changed(answered):
    answered.log.filter(number=2).update(payload="{}")
    make()

    with pytest.raises(CommandError, match="log entry 2 is not what was logged"):
        call_command("drill_restore")
    assert last_drill().outcome == "failed"
    assert not _databases_of_trials()


def test_a_trial_without_a_backup_fails(folder):
    with pytest.raises(CommandError, match="There is no backup in"):
        call_command("drill_restore")


def test_old_backups_go(settings, folder):
    settings.BACKUP_KEEP = 2
    made = [make(NOON + timedelta(hours=hour)).name for hour in range(3)]
    (folder / "notes.txt").touch()

    assert {file.name for file in folder.iterdir()} == {*made[1:], "notes.txt"}


def test_a_backup_says_what_it_is_of(answered):
    manifest = read_manifest(make())

    assert manifest.database == connection.vendor
    assert manifest.rows["studies_response"] == Response.objects.count()
    assert manifest.made_at == NOON.isoformat()
    assert any(name.startswith("studies.") for name in manifest.migrations)


def test_a_folder_that_cannot_be_written_is_told(settings, folder):
    settings.BACKUP_FOLDER = folder / "file" / "backups"
    (folder / "file").touch()

    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup")
    assert last_backup().outcome == "failed"


def test_a_backup_of_the_other_kind_is_refused(monkeypatch):
    path = make()
    others = {"sqlite": "PostgreSQL", "postgresql": "SQLite"}
    ours = connection.vendor
    other = next(name for name in others if name != ours)
    monkeypatch.setattr(usual_connection(), "vendor", other)

    with pytest.raises(BackupError, match=f"here is {others[ours]}"):
        restore(path, may_replace=True)


def test_a_backup_of_a_newer_program_is_refused():
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('studies', '9999_later', '2026-01-01')"
        )
    try:
        path = make()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")

    with pytest.raises(BackupError, match=r"studies.9999_later: update first"):
        restore(path, may_replace=True)


def test_one_step_that_stood_for_known_ones_is_no_newer_program():
    require_known(["studies.0001_squashed_0050_owed_and_known_workers"])

    with pytest.raises(BackupError, match=r"0001_squashed_9999_later: update first"):
        require_known(["studies.0001_squashed_9999_later"])


def test_what_was_acknowledged_before_a_backup_began_is_in_it():
    acknowledged, stop = [], threading.Event()

    def write(writer):
        number = 0
        while not stop.is_set():
            number += 1
            words = f"{writer}-{number}"
            UpkeepRun.objects.create(
                kind="drill", began_at=NOON, words=words, is_good=True
            )
            acknowledged.append(words)
        connections.close_all()

    writers = [threading.Thread(target=write, args=(i,)) for i in range(3)]
    for writer in writers:
        writer.start()
    try:
        while len(acknowledged) < 100:
            pass
        before = list(acknowledged)
        path = make()
        n_meanwhile = len(acknowledged) - len(before)
    finally:
        stop.set()
        for writer in writers:
            writer.join()

    with elsewhere():
        restore(path, may_replace=False)
        kept = {*UpkeepRun.objects.filter(kind="drill").values_list("words", flat=True)}
    assert {*before} <= kept
    assert n_meanwhile > 0


def test_commands_say_what_they_did(answered, capsys):
    call_command("backup")
    call_command("restore", newest=True, replace=True)

    said = capsys.readouterr().out
    assert "rows in" in said
    assert "Back to 20" in said
    # In what came back it was still under way; nobody waits for it.
    assert last_backup() is None
