"""The statements of an answer, written by hand.

Building them with the ORM takes several times as long as running them. This module
alone knows SQL; what it reads are the models' own instances, whose long texts and
explanations are left to be read when somebody asks for them.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Field, JSONField, Model, UUIDField
from django.db.models.base import ModelState

from studies.models import (
    AccessToken,
    BrowserEvent,
    DeckVersion,
    LogEntry,
    Response,
    SessionConcept,
    Study,
    TeachingSession,
)

Row = TypeVar("Row", bound=Model)
Values = dict[str, Any]
_ABSENT = object()
_TRANSLATED = (DateTimeField, JSONField, UUIDField)


class Table(Generic[Row]):
    """The columns of a model, read into and written from its instances."""

    def __init__(
        self,
        model: type[Row],
        *,
        only: Collection[str] = (),
        without: Collection[str] = (),
    ) -> None:
        self.model = model
        self.name = f'"{model._meta.db_table}"'
        self.all_fields: list[Field[Any, Any]] = list(model._meta.concrete_fields)
        self.fields = [
            field
            for field in self.all_fields
            if field.name not in without and (not only or field.name in only)
        ]
        self.names = [field.attname for field in self.fields]
        self._by_name = {field.attname: field for field in self.all_fields}
        self._new_names = [field.attname for field in self.all_fields[1:]]
        self._translated = {
            name: field
            for name, field in self._by_name.items()
            if isinstance(field, _TRANSLATED)
        }

    def columns(self, alias: str) -> str:
        """The columns to select, under the table's ``alias``."""
        return ", ".join(f'{alias}."{field.column}"' for field in self.fields)

    def read(self, values: Sequence[Any]) -> Row:
        """The instance of a selected row; what was not selected is deferred.

        It is made without its ``__init__``, which takes longer than the statement.
        """
        converted, database = list(values), _database()
        for index, converter, column in self._converters(database.vendor):
            converted[index] = converter(converted[index], column, database)
        row = self.model.__new__(self.model)
        row.__dict__.update(zip(self.names, converted, strict=True))
        row._state = ModelState()
        row._state.adding, row._state.db = False, database.alias
        return row

    @cache  # noqa: B019 - tables live as long as the process
    def _converters(self, vendor: str) -> list[tuple[int, Any, Any]]:
        found = []
        for index, field in enumerate(self.fields):
            column = field.get_col(self.name)
            of_database = _database().ops.get_db_converters(column)
            of_field = field.get_db_converters(_database())
            found += [(index, each, column) for each in (*of_database, *of_field)]
        return found

    def insert(self, rows: Sequence[object]) -> None:
        """Store new rows, instances or anything like them, by one statement."""
        if not rows:
            return
        values = [
            self._prepare(name, getattr(row, name))
            for row in rows
            for name in self._new_names
        ]
        _execute(self._insertion(len(rows)), values)

    @cache  # noqa: B019
    def _insertion(self, n_rows: int) -> str:
        fields = self.all_fields[1:]
        columns = ", ".join(f'"{field.column}"' for field in fields)
        row = f"({', '.join(['%s'] * len(fields))})"
        rows = ", ".join([row] * n_rows)
        return f"INSERT INTO {self.name} ({columns}) VALUES {rows}"  # nosec B608

    def update(self, row: Row, *, before: Values) -> None:
        """Store what is no longer as it was ``before``, if anything."""
        changed = {
            name: value
            for name, value in row.__dict__.items()
            if value is not (old := before.get(name, _ABSENT))
            and value != old
            and name in self._by_name
        }
        if changed:
            values = [self._prepare(name, value) for name, value in changed.items()]
            _execute(self._change(tuple(changed)), [*values, row.pk])

    @cache  # noqa: B019
    def _change(self, names: tuple[str, ...]) -> str:
        columns = [self._by_name[name].column for name in names]
        changes = ", ".join(f'"{column}" = %s' for column in columns)
        return f'UPDATE {self.name} SET {changes} WHERE "id" = %s'  # nosec B608

    def _prepare(self, name: str, value: Any) -> Any:
        """``value`` as the database takes it: texts and numbers as they are."""
        if value is None or name not in self._translated:
            return value
        return _translate(self._translated[name], value)


SESSIONS = Table(TeachingSession)
STUDIES = Table(
    Study,
    only=(
        *("id", "slug", "title", "state", "language", "deck_version"),
        *("organiser", "contact", "completion_url"),
    ),
)
DECKS = Table(DeckVersion, only=("id", "fingerprint"))
CARDS = Table(Response, without=("decision", "client"))
CONCEPTS = Table(SessionConcept)
LOG = Table(LogEntry)
EVENTS = Table(BrowserEvent)
# What has to be known of a session to store what its browser tells.
SENDERS = Table(
    TeachingSession,
    only=("id", "study", "phase", "settings", "is_away", "last_seen_at"),
)
STATES = Table(Study, only=("id", "state"))
_TOKENS = f'"{AccessToken._meta.db_table}"'

_SESSION = f"""
    SELECT {SESSIONS.columns("s")}, {STUDIES.columns("t")}, {DECKS.columns("d")}
    FROM {SESSIONS.name} s
    JOIN {STUDIES.name} t ON t."id" = s."study_id"
    JOIN {DECKS.name} d ON d."id" = t."deck_version_id"
"""  # nosec B608
_VALID_TOKEN = """
    WHERE a."digest" = %s AND (a."expires_at" IS NULL OR a."expires_at" > %s)
"""
_BY_TOKEN = f"""{_SESSION}
    JOIN {_TOKENS} a ON a."session_id" = s."id"
    {_VALID_TOKEN}
"""
_BY_ID = f'{_SESSION} WHERE s."id" = %s'
_PHASE = f"""
    SELECT {CONCEPTS.columns("c")}, p."step", p."outcome", {CARDS.columns("r")}
    FROM {CONCEPTS.name} c
    LEFT JOIN {CARDS.name} p ON p."shown_id" = c."id" AND p."phase" = %s
    LEFT JOIN {CARDS.name} r ON r."id" = p."id" AND r."step" BETWEEN %s AND %s
    WHERE c."session_id" = %s
"""  # nosec B608
_CARD = f"""
    SELECT {CONCEPTS.columns("c")}, r."step", r."outcome", {CARDS.columns("r")}
    FROM {CARDS.name} r JOIN {CONCEPTS.name} c ON c."id" = r."shown_id"
    WHERE r."session_id" = %s AND r."phase" = %s AND r."step" = %s
"""  # nosec B608
_SENDER = f"""
    SELECT {SENDERS.columns("s")}, {STATES.columns("t")}, (
        SELECT COUNT(*) FROM {EVENTS.name} e WHERE e."session_id" = s."id"
    )
    FROM {SESSIONS.name} s
    JOIN {STUDIES.name} t ON t."id" = s."study_id"
    JOIN {_TOKENS} a ON a."session_id" = s."id"
    {_VALID_TOKEN}
"""  # nosec B608


class PastCard(NamedTuple):
    """What a teacher needs to know of a card; ``outcome`` is None while it is open."""

    step: int
    position: int
    outcome: str | None

    @classmethod
    def of(cls, card: Response) -> "PastCard":
        return cls(card.step, card.shown.position, card.outcome)


def read_by_token(
    digest: str, *, now: datetime, lock: bool = False
) -> TeachingSession | None:
    """The session that a token opens, with its study and deck."""
    values = [digest, _moment(now)]
    return _read_session(_BY_TOKEN, values, lock=lock)


def read_by_id(session_id: int, *, lock: bool = False) -> TeachingSession | None:
    """A session with its study and deck."""
    return _read_session(_BY_ID, [session_id], lock=lock)


def _read_session(
    statement: str, values: Sequence[Any], *, lock: bool
) -> TeachingSession | None:
    if lock and _database().features.has_select_for_update:
        statement += " FOR UPDATE OF s"
    rows = _execute(statement, values)
    if not rows:
        return None
    n_own, n_study = len(SESSIONS.fields), len(STUDIES.fields)
    session = SESSIONS.read(rows[0][:n_own])
    study = STUDIES.read(rows[0][n_own : n_own + n_study])
    _relate(study, "deck_version", DECKS.read(rows[0][n_own + n_study :]))
    _relate(session, "study", study)
    return session


class Concepts(dict[int, SessionConcept]):
    """A session's concepts by position, each made when it is asked for."""

    def __init__(self) -> None:
        self.rows: dict[int, Sequence[Any]] = {}

    def __missing__(self, position: int) -> SessionConcept:
        made = self[position] = CONCEPTS.read(self.rows[position])
        return made


class PhaseRows(NamedTuple):
    """The rows of a phase: concepts by position, its past, and the cards at hand."""

    concepts: Concepts
    past: list[PastCard]
    cards: list[Response]


def read_phase(
    session: TeachingSession,
    *,
    phase: str,
    step: int,
    positions: Sequence[int] = (),
) -> PhaseRows:
    """The concepts of ``session``, what ``phase`` showed of them so far, and as a
    whole the cards of ``step`` and the one after it; of some ``positions`` or all."""
    statement = _PHASE
    if positions:
        places = ", ".join(["%s"] * len(positions))
        statement = f'{_PHASE} AND c."position" IN ({places})'
    values = [phase, step, step + 1, session.pk, *positions]
    return _phase_rows(_execute(statement, values))


def read_card(session: TeachingSession, *, phase: str, step: int) -> Response | None:
    """One card of ``session``, wherever it stands in it."""
    cards = _phase_rows(_execute(_CARD, [session.pk, phase, step])).cards
    return cards[0] if cards else None


def _phase_rows(rows: Sequence[Sequence[Any]]) -> PhaseRows:
    found = PhaseRows(Concepts(), [], [])
    for row in rows:
        position = row[_POSITION]
        found.concepts.rows.setdefault(position, row[:_STEP])
        if row[_STEP] is not None:
            found.past.append(PastCard(row[_STEP], position, row[_STEP + 1]))
        if row[_CARD_ID] is not None:
            card = CARDS.read(row[_CARD_ID:])
            _relate(card, "shown", found.concepts[position])
            found.cards.append(card)
    return found


_POSITION = CONCEPTS.names.index("position")
_STEP = len(CONCEPTS.names)
_CARD_ID = _STEP + 2


def read_sender(digest: str, *, now: datetime) -> tuple[TeachingSession | None, int]:
    """The session whose browser tells something, and how much it told already."""
    values = [digest, _moment(now)]
    rows = _execute(_SENDER, values)
    if not rows:
        return None, 0
    n_own = len(SENDERS.fields)
    session = SENDERS.read(rows[0][:n_own])
    _relate(session, "study", STATES.read(rows[0][n_own:-1]))
    return session, rows[0][-1]


def _relate(row: Model, name: str, other: Model) -> None:
    """Tell ``row`` what it refers to, as it was read with it."""
    row._state.fields_cache[name] = other


def _database() -> BaseDatabaseWrapper:
    # The usual `connection` looks this up again at every attribute.
    return connections[DEFAULT_DB_ALIAS]


def _translate(field: Any, value: Any) -> Any:
    if isinstance(value, datetime):
        return _moment(value)
    return field.get_db_prep_save(value, _database())


@lru_cache(maxsize=256)
def _moment(value: datetime) -> Any:
    """A moment as the database takes it: an answer writes the same one many times."""
    field: Any = AccessToken._meta.get_field("expires_at")
    return field.get_db_prep_save(value, _database())


def _execute(statement: str, values: Sequence[Any]) -> Sequence[Sequence[Any]]:
    database = _database()
    if run_prepared := getattr(database, "run_prepared", None):
        found: Sequence[Sequence[Any]] = run_prepared(statement, values)
        return found
    with database.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else ()
