"""Archives that want more than to be read."""

import contextlib
import io
import random
import struct
import zipfile

import pytest

from studies.errors import DeckError
from studies.services.decks import archives
from studies.services.decks.archives import read_archive

pytestmark = pytest.mark.filterwarnings("ignore:Duplicate name")


def make_zip(*files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def refuse(content):
    with pytest.raises(DeckError) as refusal:
        read_archive(content)
    return refusal.value.message


def test_an_honest_archive_is_read():
    content = make_zip(("a.csv", "x"), ("pictures/", ""), ("pictures/b.png", b"y"))

    assert read_archive(content) == {"a.csv": b"x", "pictures/b.png": b"y"}


def test_what_systems_leave_behind_is_passed_over():
    content = make_zip(("__MACOSX/._a", "x"), ("d/.DS_Store", "x"), ("Thumbs.db", "x"))

    assert read_archive(content) == {}


def test_a_small_archive_of_a_hundred_megabytes_is_refused_while_it_streams():
    content = make_zip(("bomb.png", b"\0" * 100_000_000))

    assert len(content) < 200_000
    assert "unpacks to too much" in refuse(content)


def test_many_files_that_are_too_much_together_are_refused(monkeypatch):
    monkeypatch.setattr(archives, "MOST_BYTES", 1000)

    assert "unpacks to too much" in refuse(
        make_zip(*((f"{i}.png", bytes([i]) * 300) for i in range(4)))
    )


def test_a_hundred_thousand_files_are_refused_before_they_are_listed():
    content = make_zip(*((str(i), b"") for i in range(100_000)))

    assert "more than 2500 files" in refuse(content)


def test_an_archive_within_an_archive_is_refused():
    assert "another archive" in refuse(make_zip(("a.png", make_zip(("b", "c")))))


@pytest.mark.parametrize("claimed", [1, 10, 2**31 - 1])
def test_a_size_that_lies_is_not_believed(claimed):
    content = bytearray(make_zip(("a.png", b"0123456789" * 100)))
    central = content.rindex(b"PK\x01\x02")
    struct.pack_into("<L", content, central + 24, claimed)

    assert "cannot be read" in refuse(bytes(content))


def test_a_locked_archive_is_refused():
    content = bytearray(make_zip(("a.png", b"x")))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.rindex(signature) + offset] |= 1

    assert "password" in refuse(bytes(content))


@pytest.mark.parametrize(
    "name",
    [
        *("../evil", "/abs", "a/../../b", "..\\win.txt", "C:\\x", "C:x", "a//b"),
        *("./a", "a/./b", "a\nb", "\u202egnp.exe"),
    ],
)
def test_names_that_are_paths_are_refused(name):
    assert "no name" in refuse(make_zip((name, "x")))


def test_a_link_is_refused():
    info = zipfile.ZipInfo("link.png")
    info.external_attr = 0o120777 << 16

    assert "a link" in refuse(make_zip((info, "/etc/passwd")))


@pytest.mark.parametrize("names", [("a.png", "a.png"), ("é.png", "e\u0301.png")])
def test_the_same_name_twice_is_refused(names):
    assert "twice" in refuse(make_zip(*((name, "x") for name in names)))


def test_unusual_packing_is_refused():
    assert "unusual" in refuse(make_zip(("a", "x" * 99), method=zipfile.ZIP_LZMA))


@pytest.mark.parametrize(
    "content",
    [b"", b"PK", b"not a zip", make_zip(("a", "b" * 500))[:-30], b"PK\x05\x06" * 9],
    ids=["empty", "short", "text", "cut off", "ends alone"],
)
def test_what_is_no_archive_is_refused_in_one_sentence(content):
    assert "cannot be read" in refuse(content)


def test_a_damaged_file_is_refused():
    content = bytearray(make_zip(("a", b"0123456789"), method=zipfile.ZIP_STORED))
    content[content.index(b"0123")] ^= 0xFF

    assert "cannot be read" in refuse(bytes(content))


def test_a_file_without_a_name_is_refused():
    content = bytearray(make_zip(("a", b"x")))
    content[content.rindex(b"PK\x01\x02") + 46] = 0

    assert "no name" in refuse(bytes(content))


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_archive_is_refused_or_read_and_never_a_fault(seed):
    whole = make_zip(("a.csv", b"answer\n" * 9), ("b/c.png", b"x" * 50))
    chance = random.Random(seed)
    for _ in range(100):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 5)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        with contextlib.suppress(DeckError):
            read_archive(bytes(content))


def test_an_archive_beyond_the_limit_is_not_opened(monkeypatch):
    monkeypatch.setattr(archives, "MOST_ARCHIVE_BYTES", 10)

    assert "larger than" in refuse(make_zip(("a", "b")))
