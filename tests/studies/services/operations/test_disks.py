"""How full the disks are that the site writes to."""

from collections import namedtuple

import pytest

from studies.services.operations import status
from studies.services.operations.status import look_at_site
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
Usage = namedtuple("Usage", "total used free")


def told():
    words = [finding.words for finding in look_at_site(now=NOON).findings]
    return [each for each in words if each.startswith("The disk")]


def test_what_only_root_may_fill_is_not_free(monkeypatch):
    monkeypatch.setattr(status.shutil, "disk_usage", lambda _: Usage(252, 27, 81))

    assert told()[0] == "The disk for exports is 25 % full."


def test_one_disk_is_told_once(settings, tmp_path):
    settings.EXPORT_FOLDER = tmp_path / "later" / "exports"
    settings.BACKUP_FOLDER = tmp_path / "backups"

    assert sum("exports" in words or "backups" in words for words in told()) == 1


def test_the_disk_of_the_backups_is_looked_at(settings, monkeypatch, tmp_path):
    settings.BACKUP_FOLDER = tmp_path
    used = {tmp_path: Usage(100, 97, 3)}
    usual = Usage(100, 10, 90)
    monkeypatch.setattr(
        status.shutil, "disk_usage", lambda folder: used.get(folder, usual)
    )
    monkeypatch.setattr(status, "_disk_number", hash)

    assert "The disk for backups is 97 % full." in told()
