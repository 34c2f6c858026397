"""A restore in place of what is there: nobody is at work, and nothing is lost."""

from contextlib import closing
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from studies.models import Study
from studies.services.operations.backups.making import list_backups, make_backup
from studies.services.operations.standing_in import usual_connection
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKUP_FOLDER = tmp_path
    return tmp_path


@pytest.fixture
def retitled(folder):
    """A study that was called otherwise when the backup was made."""
    study = make_study()
    make_backup(now=NOON)
    Study.objects.update(title="Another title")
    return study


def before_restore(folder):
    return list(folder.glob("before-restore-*.backup"))


def test_nothing_is_replaced_while_somebody_is_at_work(retitled):
    with closing(usual_connection().copy()) as other:
        other.ensure_connection()
        with pytest.raises(CommandError, match="Stop the web server and the worker"):
            call_command("restore", newest=True, replace=True)

    assert Study.objects.get().title == "Another title"


def test_who_insists_replaces_all_the_same(retitled):
    with closing(usual_connection().copy()) as other:
        other.ensure_connection()
        call_command("restore", newest=True, replace=True, insist=True)

    assert Study.objects.get().title == "Study"


def test_what_was_replaced_can_be_brought_back(retitled, folder):
    call_command("restore", newest=True, replace=True)
    (kept,) = before_restore(folder)
    # Whoever goes back once more means the backup, not what was wrong.
    assert kept not in list_backups()

    call_command("restore", str(kept), replace=True)

    assert Study.objects.get().title == "Another title"


def test_what_cannot_be_kept_is_not_replaced(retitled, settings, folder):
    (backup,) = list_backups()
    settings.BACKUP_FOLDER = folder / "file" / "backups"
    (folder / "file").touch()

    with pytest.raises(CommandError, match=r"cannot be kept first: .* Add --insist"):
        call_command("restore", str(backup), replace=True)
    assert Study.objects.get().title == "Another title"


def test_what_was_replaced_goes_with_the_old_backups(retitled, settings, folder):
    call_command("restore", newest=True, replace=True)
    (kept,) = before_restore(folder)
    kept.rename(folder / "before-restore-20000101T000000.000000Z.backup")

    settings.BACKUP_KEEP = 3
    make_backup(now=NOON + timedelta(hours=1))
    assert before_restore(folder)

    settings.BACKUP_KEEP = 2
    make_backup(now=NOON + timedelta(hours=2))
    assert not before_restore(folder)
