"""What the status page says, from what the database and the disk tell."""

from collections import namedtuple
from datetime import UTC, datetime, timedelta

import pytest

from studies.models import UpkeepRun
from studies.models.sign import SignKind
from studies.services.operations import status
from studies.services.operations.status import ago, look_at_site
from studies.services.signs import give_sign

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
Usage = namedtuple("Usage", "total used free")


def told(**ages):
    """The findings, after signs of so many seconds ago."""
    for kind, seconds in ages.items():
        give_sign(SignKind(kind), now=NOW - timedelta(seconds=seconds))
    return {finding.words: finding.state for finding in look_at_site(now=NOW).findings}


def test_a_site_that_works_says_so():
    found = told(sweep=5)

    assert found["The worker was seen 5 s ago."] == "good"
    assert found["Participants are being served: none are inside at the moment."]
    assert look_at_site(now=NOW).is_good


@pytest.mark.parametrize(
    ("ages", "words"),
    [
        ({}, "The worker has never been seen."),
        ({"sweep": 3_700}, "The worker was last seen 61 min ago."),
    ],
)
def test_a_silent_worker_is_a_fault(ages, words):
    assert told(**ages)[words] == "fault"
    assert not look_at_site(now=NOW).is_good


@pytest.mark.parametrize(
    ("age", "words", "state"),
    [
        (None, "No backup was made yet.", "doubt"),
        (timedelta(hours=2), "The last backup was made 2 h ago.", "good"),
        (timedelta(days=3), "The last good backup was made 3 d ago.", "fault"),
    ],
)
def test_backups_are_judged_by_their_age(monkeypatch, age, words, state):
    monkeypatch.setattr(status, "backup_age", lambda now: age)

    assert told()[words] == state


@pytest.mark.parametrize(
    ("trials", "words", "state"),
    [
        ({}, "No backup was tried yet.", "doubt"),
        ({3: True}, "A backup was brought back on trial 3 d ago.", "good"),
        ({40: True}, "A backup was brought back on trial 40 d ago.", "doubt"),
        ({9: True, 2: False}, "A trial of a backup failed 2 d ago.", "fault"),
        ({9: False, 2: True}, "A backup was brought back on trial 2 d ago.", "good"),
    ],
)
def test_the_last_trial_of_a_backup_is_told(trials, words, state):
    day = timedelta(days=1)
    UpkeepRun.objects.create(kind="backup", began_at=NOW - 50 * day, is_good=True)
    for age, is_good in trials.items():
        began_at = NOW - age * day
        UpkeepRun.objects.create(kind="drill", began_at=began_at, is_good=is_good)

    assert told()[words] == state


def test_nobody_asks_for_a_trial_where_no_backup_is():
    assert "No backup was tried yet." not in told()


@pytest.mark.parametrize(
    ("ages", "words"),
    [
        ({}, "Mail is set up; none was sent yet."),
        ({"mail_sent": 60, "mail_failed": 90}, "Mail works."),
        ({"mail_sent": 90, "mail_failed": 60}, "The last mail could not be sent."),
    ],
)
def test_the_last_mail_decides_whether_mail_works(settings, ages, words):
    settings.EMAIL_HOST = "smtp.example.org"

    assert words in told(**ages)


@pytest.mark.parametrize(
    ("used", "state"), [(40, "good"), (85, "doubt"), (97, "fault")]
)
def test_a_full_disk_is_told_before_it_is(monkeypatch, used, state):
    monkeypatch.setattr(
        status.shutil, "disk_usage", lambda _: Usage(120, used, 100 - used)
    )

    assert told()[f"The disk for exports is {used} % full."] == state


def test_times_are_told_as_people_do():
    seconds = (0, 119, 120, 7_199, 7_200, 172_800)

    assert [ago(timedelta(seconds=each)) for each in seconds] == [
        *("0 s ago", "119 s ago", "2 min ago", "119 min ago", "2 h ago", "2 d ago")
    ]
