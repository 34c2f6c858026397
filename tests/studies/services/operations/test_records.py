"""When backups are due, and what is told of the last one."""

from datetime import timedelta

import pytest

from studies.errors import InvalidError
from studies.models.upkeep import UpkeepKind
from studies.services.operations.backups import last_backup, last_drill
from studies.services.operations.backups.records import (
    LONGEST_RUN,
    begin_due_backup,
    begin_due_drill,
    begin_run,
    recorded,
)
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def fail(run):
    with pytest.raises(InvalidError), recorded(run):
        raise InvalidError("No room is left.")


def test_nothing_is_told_where_nothing_was_done():
    assert last_backup() is None
    assert last_drill() is None


def test_a_good_backup_is_told_with_its_size_and_age():
    with recorded(begin_run(UpkeepKind.BACKUP, now=NOON)) as run:
        run.size, run.words = 123, "Made."

    told = last_backup(now=NOON + 2 * HOUR)

    assert (told.outcome, told.words, told.size) == ("done", "Made.", 123)
    assert (told.when, told.age, told.good_age) == (NOON, 2 * HOUR, 2 * HOUR)
    assert last_drill() is None


def test_a_failed_backup_is_told_beside_the_last_good_one():
    with recorded(begin_run(UpkeepKind.BACKUP, now=NOON)):
        pass
    fail(begin_run(UpkeepKind.BACKUP, now=NOON + HOUR))

    told = last_backup(now=NOON + 2 * HOUR)

    assert (told.outcome, told.words) == ("failed", "No room is left.")
    assert (told.age, told.good_when) == (HOUR, NOON)


def test_a_backup_that_was_killed_counts_as_failed_after_a_while():
    begin_run(UpkeepKind.BACKUP, now=NOON)

    assert last_backup(now=NOON + HOUR).outcome == "running"
    assert last_backup(now=NOON + LONGEST_RUN).outcome == "failed"


def test_nobody_makes_backups_unasked():
    assert begin_due_backup(now=NOON) is None


def test_a_backup_is_due_every_so_many_hours(settings):
    settings.BACKUP_HOURS = 6
    first = begin_due_backup(now=NOON)
    with recorded(first):
        assert begin_due_backup(now=NOON + HOUR) is None

    assert begin_due_backup(now=NOON + 5 * HOUR) is None
    assert begin_due_backup(now=NOON + 6 * HOUR) is not None


def test_a_failed_backup_is_tried_again_soon(settings):
    settings.BACKUP_HOURS = 6
    fail(begin_due_backup(now=NOON))

    assert begin_due_backup(now=NOON + HOUR / 6) is None
    assert begin_due_backup(now=NOON + HOUR / 4) is not None


@pytest.fixture
def kept(settings):
    """A server that makes backups, and has one."""
    settings.BACKUP_HOURS, settings.DRILL_DAYS = 6, 7
    with recorded(begin_due_backup(now=NOON)):
        pass


def test_a_backup_is_tried_every_so_many_days(kept):
    with recorded(begin_due_drill(now=NOON)):
        assert begin_due_drill(now=NOON + HOUR) is None

    assert begin_due_drill(now=NOON + 7 * DAY - HOUR) is None
    assert begin_due_drill(now=NOON + 7 * DAY) is not None


def test_a_trial_that_failed_is_repeated_the_next_day(kept):
    fail(begin_due_drill(now=NOON))

    assert begin_due_drill(now=NOON + DAY - HOUR) is None
    assert begin_due_drill(now=NOON + DAY) is not None


@pytest.mark.parametrize("name", ["BACKUP_HOURS", "DRILL_DAYS"])
def test_nobody_tries_backups_unasked(kept, settings, name):
    setattr(settings, name, 0)

    assert begin_due_drill(now=NOON) is None


def test_nothing_is_tried_before_there_is_a_good_backup(settings):
    settings.BACKUP_HOURS, settings.DRILL_DAYS = 6, 7
    fail(begin_due_backup(now=NOON))

    assert begin_due_drill(now=NOON + HOUR) is None
