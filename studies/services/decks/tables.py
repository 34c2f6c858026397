"""Tables of concepts: CSV or TSV, read to the end so that every fault is named."""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from studies.errors import DeckError
from studies.grading.spelling import normalise
from studies.services.decks.limits import (
    LONGEST_CELL,
    LONGEST_NAME,
    LONGEST_OTHER_CELL,
)
from teaching import HalfLifeModel

COLUMNS = (
    *("number", "prompt", "answer", "article", "plural", "alternatives"),
    *("other_plurals", "too_general", "look_alikes"),
    *("level", "theta", "picture", "sound", "practice"),
    *("source", "licence", "attribution"),
)
MOST_NAMES = 50
MOST_ROWS = 2000
MOST_BYTES = 10_000_000
MOST_FAULTS = 100
DELIMITERS = ",;\t"
DEFAULT_THETA = (6.0, 2.0, 0.0)
# In front of an alternative, if the answer itself has an article.
ARTICLES = frozenset({"der", "die", "das", "le", "la", "les", "el", "los", "las"}) | {
    *("il", "lo", "gli", "de", "het", "the")
}
T = TypeVar("T")
_YES = {"1", "yes", "true", "x"}
_NO = {"", "0", "no", "false"}


@dataclass(frozen=True)
class Note:
    """Something to tell about a table; the header is row 1."""

    message: str
    row: int | None = None

    def __str__(self) -> str:
        return f"row {self.row}: {self.message}" if self.row else self.message


@dataclass(frozen=True)
class DeckRow:
    """One concept of a table."""

    number: int
    prompt: str
    answer: str
    article: str
    plural: str
    alternatives: list[dict[str, str]]
    too_general: list[str]
    level: str
    theta: tuple[float, float, float]
    picture: str
    is_practice: bool
    sound: str = ""
    source: str = ""
    licence: str = ""
    attribution: str = ""
    other_plurals: list[str] = field(default_factory=list)
    look_alikes: list[str] = field(default_factory=list)


@dataclass
class Reading:
    """What a table says: its concepts by their rows, and what is wrong with it."""

    rows: dict[int, DeckRow] = field(default_factory=dict)
    errors: list[Note] = field(default_factory=list)
    warnings: list[Note] = field(default_factory=list)


def decode_table(content: bytes) -> str:
    """The text of a table, which must be UTF-8 with or without a mark in front."""
    if len(content) > MOST_BYTES:
        raise DeckError(f"The table is larger than {MOST_BYTES // 10**6} MB.")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DeckError("The table is in UTF-16. Save it as CSV UTF-8.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise DeckError(
            f"row {row}: this is not UTF-8, perhaps Windows-1252. Save the table as "
            "CSV UTF-8."
        ) from error
    if "\0" in text:
        row = text.count("\n", 0, text.index("\0")) + 1
        raise DeckError(f"row {row}: there is a NUL character in the table.")
    return text


def read_table(text: str) -> Reading:
    """The concepts of a table, and every fault with the number of its row."""
    reading = Reading()
    records = _records(text, reading)
    columns = _read_header(next(records, (1, []))[1], reading)
    if reading.errors:
        return reading
    for row, cells in records:
        if not any(cell.strip() for cell in cells):
            continue
        if len(reading.rows) == MOST_ROWS:
            reading.errors.append(Note(f"more than {MOST_ROWS} concepts", row))
            break
        _add_row(reading, row, cells, columns)
        if len(reading.errors) >= MOST_FAULTS:
            reading.errors.append(Note("There are more faults; these come first."))
            break
    if not reading.rows and not reading.errors:
        reading.errors.append(Note("There are no concepts in the table."))
    reading.errors += _repetitions(reading.rows)
    return reading


def _records(text: str, reading: Reading) -> Iterator[tuple[int, list[str]]]:
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=_delimiter(text), strict=True)
    row = 0
    try:
        for row, cells in enumerate(reader, start=1):
            yield row, cells
    except csv.Error as error:
        reading.errors.append(Note(f"the table breaks off here: {error}", row + 1))


def _delimiter(text: str) -> str:
    """The sign between the cells that gives the most columns with a known name."""
    header = io.StringIO(text, newline="").readline()

    def n_known(delimiter: str) -> int:
        names = header.split(delimiter)
        return sum(_column(name.strip('" \r\n')) in COLUMNS for name in names)

    return max(DELIMITERS, key=n_known)


def _column(name: str) -> str:
    plain = re.sub(r"[\s-]+", "_", name.strip().lower())
    others = {"license": "licence", "image": "picture", "audio": "sound"}
    return others.get(plain, plain)


def _read_header(cells: list[str], reading: Reading) -> list[str]:
    names = [_column(cell) for cell in cells]
    twice = sorted(name for name, n in Counter(names).items() if name and n > 1)
    if "answer" not in names:
        reading.errors.append(
            Note("the header has no column “answer”; it names the columns", 1)
        )
    if twice:
        reading.errors.append(Note(f"a column is there twice: {', '.join(twice)}", 1))
    unknown = [name for name in names if name and name not in COLUMNS]
    if unknown:
        reading.warnings.append(
            Note(f"columns that are not read: {', '.join(unknown)[:200]}", 1)
        )
    return names


def _add_row(reading: Reading, row: int, cells: list[str], columns: list[str]) -> None:
    faults: list[str] = []
    if len(cells) > len(columns):
        faults.append(f"{len(cells)} cells under {len(columns)} columns")
    given = dict(zip(columns, cells, strict=False))
    value = {name: _read_cell(name, given.get(name, ""), faults) for name in COLUMNS}
    _check_content(value, faults)
    concept = _read_row(value, number=len(reading.rows) + 1, faults=faults)
    reading.errors += [Note(fault, row) for fault in faults]
    reading.rows[row] = concept


def _read_cell(name: str, cell: str, faults: list[str]) -> str:
    text = " ".join(unicodedata.normalize("NFC", cell).split())
    if any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in text):
        faults.append(f"there is a control character in “{name}”")
    most = LONGEST_CELL.get(name, LONGEST_OTHER_CELL)
    if len(text) > most:
        faults.append(f"“{name}” is longer than {most} characters")
    return text[:most]


def _check_content(value: dict[str, str], faults: list[str]) -> None:
    if not value["answer"]:
        faults.append("the answer is empty")
    if not value["prompt"] and not value["picture"]:
        faults.append("there is neither a prompt nor a picture to show")
    if value["answer"] and normalise(value["answer"]) == normalise(value["prompt"]):
        faults.append("the answer is the prompt itself")


def _read_row(value: dict[str, str], *, number: int, faults: list[str]) -> DeckRow:
    copied = ("prompt", "answer", "article", "plural", "level", "picture", "sound")
    credit = ("source", "licence", "attribution")
    return DeckRow(
        number=_tried(_read_number, value["number"], number, faults),
        alternatives=[
            _read_alternative(text, has_article=bool(value["article"]))
            for text in _names(value["alternatives"], faults)
        ],
        other_plurals=_names(value["other_plurals"], faults),
        too_general=_names(value["too_general"], faults),
        look_alikes=_names(value["look_alikes"], faults),
        theta=_tried(_read_theta, value["theta"], DEFAULT_THETA, faults),
        is_practice=_tried(_read_flag, value["practice"], False, faults),
        **{name: value[name] for name in (*copied, *credit)},
    )


def _tried(read: Callable[[str], T], text: str, default: T, faults: list[str]) -> T:
    try:
        return read(text) if text else default
    except ValueError as error:
        faults.append(str(error))
        return default


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"the number must be a whole number, not “{text}”")
    return int(text)


def _read_theta(text: str) -> tuple[float, float, float]:
    fault = (
        f"theta must be three numbers from -1,000,000 to 1,000,000 as in 6,2,0, "
        f"not “{text}”"
    )
    try:
        parts = [float(part) for part in re.split(r"[,; ]+", text)]
        ((a, b, c),) = HalfLifeModel([parts]).theta.tolist()
    except ValueError:
        raise ValueError(fault) from None
    return (a, b, c)


def _read_flag(text: str) -> bool:
    if text.lower() not in _YES | _NO:
        raise ValueError(f"practice is yes or no, not “{text}”")
    return text.lower() in _YES


def _names(text: str, faults: list[str]) -> list[str]:
    names = [part.strip() for part in text.split(";") if part.strip()]
    if len(names) > MOST_NAMES:
        faults.append(f"more than {MOST_NAMES} names in one cell")
        return names[:MOST_NAMES]
    if any(len(name) > LONGEST_NAME for name in names):
        faults.append(f"a name is longer than {LONGEST_NAME} characters")
    return names


def _read_alternative(text: str, *, has_article: bool) -> dict[str, str]:
    first, _, rest = text.partition(" ")
    if has_article and rest and first.lower() in ARTICLES:
        return {"text": rest, "article": first}
    return {"text": text, "article": ""}


def _repetitions(rows: dict[int, DeckRow]) -> Iterator[Note]:
    numbers: dict[int, int] = {}
    cards: dict[tuple[str, ...], int] = {}
    for row, concept in rows.items():
        card = (normalise(concept.answer), concept.prompt, concept.picture)
        first = numbers.setdefault(concept.number, row)
        if first != row:
            yield Note(f"the number {concept.number} is that of row {first} too", row)
        if concept.answer and cards.setdefault(card, row) != row:
            yield Note(f"the same card as row {cards[card]}", row)
