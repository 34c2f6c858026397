"""Zip archives of strangers, read with limits that no header can lift."""

import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib

from studies.errors import DeckError

MOST_ARCHIVE_BYTES = 64_000_000
MOST_MEMBERS = 2_500
MOST_MEMBER_BYTES = 20_000_000
MOST_BYTES = 200_000_000
MOST_RATIO = 100
CHUNK = 64 * 1024
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, OSError, EOFError, struct.error),
    *(RuntimeError, NotImplementedError, ValueError, OverflowError),
)
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_CENTRAL_ENTRY = b"PK\x01\x02"
_NESTED = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf")
_LEFT_BY_SYSTEMS = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$|Thumbs\.db$)")


def read_archive(content: bytes) -> dict[str, bytes]:
    """The files of an archive by their names, which are only ever names.

    One error for an archive that is too large, broken, locked or up to something;
    nothing of it is kept then.
    """
    if len(content) > MOST_ARCHIVE_BYTES:
        raise DeckError(f"The archive is larger than {MOST_ARCHIVE_BYTES // 10**6} MB.")
    # Counted before zipfile makes an object of each.
    if content.count(_CENTRAL_ENTRY) > MOST_MEMBERS:
        raise DeckError(f"The archive holds more than {MOST_MEMBERS} files.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _read_members(archive, most=_budget(content))
    except _BROKEN as error:
        raise DeckError("The archive cannot be read; it must be a zip file.") from error


def _budget(content: bytes) -> int:
    return min(MOST_BYTES, MOST_RATIO * len(content) + 1_000_000)


def _read_members(archive: zipfile.ZipFile, *, most: int) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for info in archive.infolist():
        if info.filename.endswith("/") or _LEFT_BY_SYSTEMS.search(info.filename):
            continue
        name = _check_member(info)
        if name in files:
            raise DeckError(f"The archive holds {_shown(name)} twice.")
        files[name] = _read_member(archive, info, most=most)
        most -= len(files[name])
    return files


def _check_member(info: zipfile.ZipInfo) -> str:
    name = unicodedata.normalize("NFC", info.filename)
    if info.flag_bits & 0x1:
        raise DeckError("The archive is locked with a password.")
    if info.compress_type not in _METHODS:
        raise DeckError(f"The archive packs {_shown(name)} in an unusual way.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise DeckError(f"The archive holds a link: {_shown(name)}.")
    if _is_tricky(name):
        raise DeckError(f"The archive holds a name that is no name: {_shown(name)}.")
    return name


def _is_tricky(name: str) -> bool:
    return (
        not name.isprintable()
        or name.startswith("/")
        or "\\" in name
        or ":" in name
        or any(part in {"", ".", ".."} for part in name.split("/"))
    )


def _shown(name: str) -> str:
    return ascii(name[:80])


def _read_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, *, most: int
) -> bytes:
    parts, n_bytes = [], 0
    with archive.open(info) as member:
        while chunk := member.read(CHUNK):
            n_bytes += len(chunk)
            if n_bytes > MOST_MEMBER_BYTES or n_bytes > most:
                raise DeckError(
                    f"The archive unpacks to too much, at {_shown(info.filename)}."
                )
            parts.append(chunk)
    if n_bytes != info.file_size:
        raise zipfile.BadZipFile("the size is not what the header says")
    content = b"".join(parts)
    if content.startswith(_NESTED):
        raise DeckError(f"The archive holds another archive: {_shown(info.filename)}.")
    return content
