"""The command that works in the background."""

import io
import threading

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper
from django.db import OperationalError
from django.utils import timezone
from django_tasks_db.management.commands import db_worker

from studies.management import chores
from studies.services.jobs.starting import start_simulation
from studies.services.operations.backups import last_drill
from studies.services.operations.backups.making import make_backup

QUIET = OutputWrapper(io.StringIO())


def test_what_waits_is_done_and_swept(person, monkeypatch):
    # A test's transaction ends with its connection.
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    person.go_to("learning", 1)
    job = start_simulation(
        study=person.study, n_people=1, drop_out=0.0, who="ada", now=timezone.now()
    )
    out = io.StringIO()

    call_command("work", once=True, stdout=out)

    job.refresh_from_db()
    assert job.state == "done"
    assert "1 missed, 1 away" in out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_made_and_tried_when_it_is_due(settings, tmp_path):
    settings.BACKUP_HOURS, settings.BACKUP_FOLDER = 6, tmp_path
    out = io.StringIO()

    for _ in range(2):
        call_command("work", once=True, stdout=out)

    assert len(list(tmp_path.iterdir())) == 1
    assert out.getvalue().count("Backup forgetmenot-") == 1
    assert out.getvalue().count("can be brought back: ") == 1


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_cannot_be_brought_back_is_told(settings, tmp_path):
    settings.BACKUP_HOURS, settings.BACKUP_FOLDER = 6, tmp_path
    make_backup(now=timezone.now())
    next(tmp_path.iterdir()).write_bytes(b"something else")
    said = io.StringIO()

    call_command("work", once=True, stderr=said)

    assert "The trial failed. " in said.getvalue()
    assert last_drill().outcome == "failed"


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_fails_ends_nothing(settings, tmp_path):
    settings.BACKUP_HOURS = 6
    settings.BACKUP_FOLDER = tmp_path / "file" / "folder"
    (tmp_path / "file").touch()
    said = io.StringIO()

    call_command("work", once=True, stderr=said)

    assert "No backup was made. " in said.getvalue()


def test_a_chore_goes_on_when_the_database_was_away():
    done, faults = threading.Semaphore(0), io.StringIO()

    def chore():
        done.release()
        raise OperationalError("gone")

    with chores.beside(chore, every=0, faults=OutputWrapper(faults)):
        assert all(done.acquire(timeout=20) for _ in range(3))

    assert "The database did not answer: gone" in faults.getvalue()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_chore_that_fails_ends_the_command(monkeypatch):
    told = threading.Event()
    monkeypatch.setattr("os.kill", lambda process, signal: told.set())

    with (
        pytest.raises(CommandError, match="A chore failed"),
        chores.beside(lambda: 1 / 0, every=0, faults=QUIET),
    ):
        assert told.wait(timeout=20)
