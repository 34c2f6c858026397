"""Files of backups: whole, or refused."""

import hashlib
from functools import cache

import pytest

from studies.errors import BackupError
from studies.services.operations.backups.files import (
    MAGIC,
    Manifest,
    read_content,
    read_manifest,
    write_backup,
)

ABOUT = Manifest("sqlite", "2026-03-01T12:00:00+00:00", "v", ["studies.0001"], {"t": 3})
CONTENT = [b"one" * 1000, b"two" * 1000, b"three"]
KEY = "a key of many letters"


@pytest.fixture(params=["", KEY], ids=["open", "sealed"])
def key(request):
    return request.param


@pytest.fixture
def path(tmp_path, key):
    path = tmp_path / "a.backup"
    write_backup(path, manifest=ABOUT, content=CONTENT, key=key)
    return path


def test_content_comes_back_as_it_was(path, key):
    assert list(read_content(path, key=key)) == CONTENT
    assert read_manifest(path).rows == {"t": 3}
    assert read_manifest(path).is_encrypted == bool(key)
    assert path.stat().st_mode & 0o777 == 0o600


def test_every_changed_byte_is_noticed(path, key, monkeypatch):
    monkeypatch.setattr("hashlib.scrypt", cache(hashlib.scrypt))
    whole = path.read_bytes()
    for place in range(0, len(whole), 13):
        changed = bytearray(whole)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(BackupError):
            list(read_content(path, key=key))


def test_a_file_that_was_cut_or_lengthened_is_noticed(path, key, monkeypatch):
    monkeypatch.setattr("hashlib.scrypt", cache(hashlib.scrypt))
    whole = path.read_bytes()
    for changed in (*(whole[:n] for n in range(0, len(whole), 29)), whole + b"x"):
        path.write_bytes(changed)
        with pytest.raises(BackupError):
            list(read_content(path, key=key))


def test_pieces_cannot_change_places(tmp_path):
    first, second = tmp_path / "1", tmp_path / "2"
    content = [b"a" * 50, b"b" * 50]
    write_backup(first, manifest=ABOUT, content=content, key=KEY)
    whole = first.read_bytes()
    pieces, rest = [], whole[len(MAGIC) :]
    while rest:
        length = 5 + int.from_bytes(rest[1:5], "big")
        pieces.append(rest[:length])
        rest = rest[length:]
    about, one, two, end = pieces
    second.write_bytes(MAGIC + about + two + one + end)

    with pytest.raises(BackupError, match="damaged"):
        list(read_content(second, key=KEY))


def test_no_two_files_are_sealed_alike(tmp_path):
    for name in "ab":
        write_backup(tmp_path / name, manifest=ABOUT, content=CONTENT, key=KEY)

    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()


def test_nothing_is_left_of_a_backup_that_failed(tmp_path):
    def fail():
        yield b"one"
        raise BackupError("The database went away.")

    with pytest.raises(BackupError, match="went away"):
        write_backup(tmp_path / "a", manifest=ABOUT, content=fail(), key="")

    assert list(tmp_path.iterdir()) == []


def test_other_files_are_no_backups(tmp_path):
    (tmp_path / "a").write_bytes(b"PK\x03\x04 something else")

    with pytest.raises(BackupError, match="no backup of Forgetmenot"):
        read_manifest(tmp_path / "a")
    with pytest.raises(BackupError, match="cannot be read: No such file"):
        read_manifest(tmp_path / "b")
