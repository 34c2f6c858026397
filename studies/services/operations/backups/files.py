"""A backup as a file: what it is, then its content in pieces, then what that was.

After a line with the format's name come pieces with their length before them. The first
says in JSON what the file is; the last, marked as such, has the SHA-256 of all before
it was packed. Each is compressed, and sealed if there is a key.
"""

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import BinaryIO

from studies.errors import BackupError
from studies.services.operations.backups.sealing import (
    DAMAGED,
    Seal,
    find_seal,
    new_seal,
)

MAGIC = b"FORGETMENOT BACKUP 1\n"
PIECE_BYTES = 1 << 20
# Compressed and sealed, a piece can be a little larger than it was.
LONGEST_PIECE = PIECE_BYTES + (1 << 16)
_LENGTH = struct.Struct(">?I")
HALF = ".half"


@dataclass(frozen=True)
class Manifest:
    """What a backup is of; it can be read without the key."""

    database: str
    made_at: str
    version: str
    migrations: list[str]
    rows: dict[str, int]
    salt: str = ""
    check: str = ""

    @property
    def is_encrypted(self) -> bool:
        return bool(self.salt)


def write_backup(
    path: Path, *, manifest: Manifest, content: Iterable[bytes], key: str
) -> None:
    """Write a file that is there as a whole, or not at all."""
    seal = new_seal(key)
    manifest = replace(manifest, salt=seal.salt.hex(), check=seal.check.hex())
    about = json.dumps(asdict(manifest), sort_keys=True).encode()
    with written_whole(path) as out:
        out.write(MAGIC)
        _write_piece(out, about, is_last=False)
        _write_content(out, content, seal=seal, about=about)


def _write_content(
    out: BinaryIO, content: Iterable[bytes], *, seal: Seal, about: bytes
) -> None:
    digest, number = hashlib.sha256(about), 0
    for number, piece in enumerate(content, start=1):
        digest.update(piece)
        packed = zlib.compress(piece, level=1)
        closed = seal.close(packed, number=number, is_last=False, about=about)
        _write_piece(out, closed, is_last=False)
    end = seal.close(digest.digest(), number=number + 1, is_last=True, about=about)
    _write_piece(out, end, is_last=True)


def _write_piece(out: BinaryIO, piece: bytes, *, is_last: bool) -> None:
    out.write(_LENGTH.pack(is_last, len(piece)))
    out.write(piece)


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that has its name only once all of it is on the disk."""
    half = path.with_name(f"{path.name}.{os.getpid()}{HALF}")
    flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY
    try:
        with os.fdopen(os.open(half, flags, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        half.rename(path)
    except BaseException:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def read_manifest(path: Path) -> Manifest:
    """What a file says of itself."""
    with _opened(path) as file:
        return _parse(_read_about(file))


def read_content(path: Path, *, key: str) -> Iterator[bytes]:
    """The content, piece by piece; read to its end it is known to be whole."""
    with _opened(path) as file:
        about = _read_about(file)
        manifest = _parse(about)
        salt, check = bytes.fromhex(manifest.salt), bytes.fromhex(manifest.check)
        seal = find_seal(key, salt=salt, check=check)
        yield from _read_pieces(file, seal=seal, about=about)


def _read_pieces(file: BinaryIO, *, seal: Seal, about: bytes) -> Iterator[bytes]:
    digest, number, is_last = hashlib.sha256(about), 0, False
    while not is_last:
        number += 1
        is_last, closed = _read_piece(file)
        piece = seal.open(closed, number=number, is_last=is_last, about=about)
        if not is_last:
            content = _unpacked(piece)
            digest.update(content)
            yield content
    if piece != digest.digest() or file.read(1):
        raise BackupError(DAMAGED)


def _unpacked(piece: bytes) -> bytes:
    try:
        return zlib.decompress(piece)
    except zlib.error as error:
        raise BackupError(DAMAGED) from error


def _read_about(file: BinaryIO) -> bytes:
    if file.read(len(MAGIC)) != MAGIC:
        raise BackupError("This file is no backup of Forgetmenot.")
    is_last, about = _read_piece(file)
    if is_last:
        raise BackupError(DAMAGED)
    return about


def _read_piece(file: BinaryIO) -> tuple[bool, bytes]:
    before = file.read(_LENGTH.size)
    if len(before) < _LENGTH.size:
        raise BackupError(f"{DAMAGED} Its end is missing.")
    is_last, length = _LENGTH.unpack(before)
    piece = file.read(length) if length <= LONGEST_PIECE else b""
    if len(piece) < length:
        raise BackupError(DAMAGED)
    return is_last, piece


def _parse(about: bytes) -> Manifest:
    try:
        manifest = Manifest(**json.loads(about))
        bytes.fromhex(manifest.salt + manifest.check)
    except (ValueError, TypeError) as error:
        raise BackupError(DAMAGED) from error
    return manifest


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        file = path.open("rb")
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror}.") from error
    with file:
        yield file
