"""Backups that were made, and whose files are gone."""

from datetime import timedelta

import pytest

from studies.services.operations.backup_age import backup_age
from studies.services.operations.backups.making import make_due_backup
from studies.services.operations.status import look_at_site
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKUP_HOURS, settings.BACKUP_FOLDER = 24, tmp_path
    return tmp_path


def lose(run, folder):
    (folder / run.file).unlink()


def test_a_new_backup_is_due_at_once_when_the_last_is_gone(folder):
    lose(make_due_backup(now=NOON), folder)

    assert make_due_backup(now=NOON + HOUR).is_good


def test_a_backup_that_is_there_is_enough(folder):
    make_due_backup(now=NOON)

    assert make_due_backup(now=NOON + HOUR) is None


def test_an_older_backup_counts_when_the_newest_is_gone(settings, folder):
    make_due_backup(now=NOON - 30 * HOUR)
    lose(make_due_backup(now=NOON), folder)
    settings.BACKUP_HOURS = 100

    make_due_backup(now=NOON + HOUR / 6)

    assert backup_age(now=NOON + HOUR) == 31 * HOUR


def test_the_status_page_tells_that_no_backup_is_left(folder):
    lose(make_due_backup(now=NOON), folder)
    # Another is tried after a quarter of an hour.
    assert make_due_backup(now=NOON + HOUR / 6) is None

    findings = look_at_site(now=NOON + HOUR / 6).findings

    (told,) = [each for each in findings if each.words == "There is no good backup."]
    assert told.state == "fault"
    assert f"is gone from {folder}" in told.reason


def test_nobody_looks_where_no_backups_are_made(settings, folder):
    run = make_due_backup(now=NOON)
    lose(run, folder)
    settings.BACKUP_HOURS = 0

    make_due_backup(now=NOON + HOUR)

    assert backup_age(now=NOON + HOUR) == HOUR
