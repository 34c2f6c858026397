"""Checks an export: python verify.py FILE.zip. Needs Python alone.

Every file has the hash, the size and the rows that the manifest says; every table has
the columns of the codebook and nothing in them that cannot be there; the logs, if they
are in the file, are whole.
"""

import csv
import hashlib
import io
import json
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

MANIFEST = "manifest.json"
FORMAT = "forgetmenot-export-1"
SESSIONS = "data/description-sessions_data.csv"
LOG = "private/log.csv"
CHUNK = 1 << 16
MOST_FAULTS = 20
BROKEN = (OSError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error)
Row = dict[str, str]
Codebook = dict[str, dict[str, Row]]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__)
        return 2
    faults, told = verify(arguments[0])
    print("\n".join(faults or told))
    return int(bool(faults))


def verify(path: str) -> tuple[list[str], list[str]]:
    """What is wrong with a file, and what was checked."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _verify(archive)
    except (*BROKEN, ValueError, KeyError, csv.Error) as error:
        return [f"This is no export that can be read: {error}"], []


def _verify(archive: zipfile.ZipFile) -> tuple[list[str], list[str]]:
    manifest = json.loads(archive.read(MANIFEST))
    if manifest.get("format") != FORMAT:
        return [f"This is no {FORMAT}."], []
    faults = list(_check_files(archive, manifest["files"]))
    if not faults:
        codebook = _read_codebook(archive)
        faults = [
            *_check_tables(archive, manifest["files"], codebook),
            *_check_commitments(archive, manifest),
            *_check_heads(archive, manifest["log_heads"]),
            *_check_log(archive, manifest["log_heads"]),
        ]
    return faults[:MOST_FAULTS], _tell(archive, manifest)


def _tell(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> list[str]:
    n_rows = sum(file.get("n_rows", 0) for file in manifest["files"].values())
    has_log = LOG in archive.namelist()
    digest = hashlib.sha256(archive.read(MANIFEST)).hexdigest()
    return [
        f"{manifest['study']}: {len(manifest['files'])} files and {n_rows} rows are "
        "as the manifest says.",
        f"{len(manifest['log_heads'])} logs are whole."
        if has_log
        else "The logs are not in this file, only their heads: they have clock times.",
        f"SHA-256 of the manifest: {digest}",
    ]


def _check_files(
    archive: zipfile.ZipFile, files: dict[str, dict[str, Any]]
) -> Iterator[str]:
    names = [name for name in archive.namelist() if name != MANIFEST]
    if sorted(names) != sorted(files):
        different = sorted(set(names) ^ set(files)) or sorted(names)
        yield f"These files are not as the manifest says: {', '.join(different)}"
        return
    for name, told in files.items():
        try:
            found = _measure(archive, name)
        except BROKEN:
            found = ("", 0)
        if found != (told["sha256"], told["n_bytes"]):
            yield f"{name} was changed: its hash is not that of the manifest."


def _measure(archive: zipfile.ZipFile, name: str) -> tuple[str, int]:
    digest, n_bytes = hashlib.sha256(), 0
    with archive.open(name) as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            n_bytes += len(chunk)
    return digest.hexdigest(), n_bytes


@contextmanager
def _open_table(archive: zipfile.ZipFile, name: str) -> Iterator["csv.DictReader[str]"]:
    usual = csv.field_size_limit(sys.maxsize)
    try:
        with archive.open(name) as file:
            yield csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline=""))
    finally:
        csv.field_size_limit(usual)


def _read_codebook(archive: zipfile.ZipFile) -> Codebook:
    codebook: Codebook = {}
    with _open_table(archive, "codebook.csv") as rows:
        for row in rows:
            codebook.setdefault(row["table"], {})[row["column"]] = row
    return codebook


def _check_tables(
    archive: zipfile.ZipFile, files: dict[str, dict[str, Any]], codebook: Codebook
) -> Iterator[str]:
    tables = {name: told for name, told in files.items() if "n_rows" in told}
    missing = set(codebook) - {_table_of(name) for name in tables}
    if missing:
        yield f"These tables are missing: {', '.join(sorted(missing))}"
    for name, told in tables.items():
        columns = codebook.get(_table_of(name), {})
        yield from _check_table(archive, name, told["n_rows"], columns)


def _table_of(name: str) -> str:
    last = name.rsplit("/", 1)[-1]
    return last.removesuffix(".csv").removesuffix("_data").removeprefix("description-")


def _check_table(
    archive: zipfile.ZipFile, name: str, n_rows: int, columns: dict[str, Row]
) -> Iterator[str]:
    n_found = 0
    with _open_table(archive, name) as rows:
        if list(rows.fieldnames or []) != list(columns):
            yield f"{name} has other columns than the codebook."
            return
        checks = {column: _check_of(about) for column, about in columns.items()}
        for n_found, row in enumerate(rows, start=1):
            for column in _wrong_cells(row, checks):
                yield f"{name}, row {n_found}: {column} cannot be {row[column]!r}."
    if n_found != n_rows:
        yield f"{name} should have {n_rows} rows, but has {n_found}."


def _wrong_cells(row: Row, checks: dict[str, Callable[[str], object]]) -> Iterator[str]:
    for column, check in checks.items():
        try:
            if row[column]:
                check(row[column])
        except (ValueError, KeyError, TypeError):
            yield column


def _check_of(about: Row) -> Callable[[str], object]:
    """What raises an error for a cell that the codebook does not allow."""
    if about["levels"]:
        return dict.fromkeys(json.loads(about["levels"])).__getitem__
    kinds: dict[str, Callable[[str], object]] = {
        "integer": int,
        "number": float,
        "json": json.loads,
    }
    return kinds.get(about["kind"], str)


def _check_commitments(
    archive: zipfile.ZipFile, manifest: dict[str, Any]
) -> Iterator[str]:
    seed = manifest["seed"]
    if seed and _sha256(seed) != manifest["seed_commitment"]:
        yield "The seed is not the one that was committed to."
    design = json.loads(archive.read("design.json"))
    if manifest["fingerprint"] not in ("", design["fingerprint"]):
        yield "The design has another fingerprint than the study."
    if design["deck"]["fingerprint"] != manifest["deck_fingerprint"]:
        yield "The design is of another deck."


def _check_heads(archive: zipfile.ZipFile, heads: dict[str, Any]) -> Iterator[str]:
    n_rows = 0
    with _open_table(archive, SESSIONS) as rows:
        for row in rows:
            n_rows += 1
            own = {"head": row["log_head"], "length": int(row["log_length"])}
            if heads.get(row["participant"]) != own:
                yield f"The head of {row['participant']}'s log is another one."
    if n_rows != len(heads):
        yield f"There are {n_rows} sessions and {len(heads)} logs."


def _check_log(archive: zipfile.ZipFile, heads: dict[str, Any]) -> Iterator[str]:
    """Follow every chain from the session's id to its head."""
    if LOG not in archive.namelist():
        return
    ends: dict[str, dict[str, Any]] = {}
    with _open_table(archive, LOG) as rows:
        for row in rows:
            person = row["participant"]
            first = {"head": _sha256(f"forgetmenot|{row['session']}"), "length": 0}
            end = _follow(ends.get(person, first), row)
            if end is None:
                yield f"Entry {row['entry']} of {person}'s log was changed."
            ends[person] = end or {"head": row["hash"], "length": int(row["entry"])}
    for person, head in heads.items():
        if head["length"] and ends.get(person) != head:
            yield f"{person}'s log does not end as it should."


def _follow(end: dict[str, Any], row: Row) -> dict[str, Any] | None:
    """The end of a chain after one more entry; None if it does not follow."""
    number = end["length"] + 1
    parts = [end["head"], str(number), row["at"], row["happened"]]
    hashed = _sha256("|".join([*parts, row["payload_digest"]]))
    if (row["entry"], row["hash"]) != (str(number), hashed):
        return None
    was_erased = not row["payload"] and not row["salt"]
    if (
        not was_erased
        and _sha256(row["salt"] + row["payload"]) != row["payload_digest"]
    ):
        return None
    return {"head": hashed, "length": number}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
