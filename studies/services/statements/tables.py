"""Models as tables: their rows read and written by statements made once."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Field, JSONField, Model, UUIDField
from django.db.models.base import ModelState

from studies.models import AccessToken

Row = TypeVar("Row", bound=Model)
Rows = Sequence[Sequence[Any]]
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
        converted, used = list(values), database()
        for index, converter, column in self._converters(used.vendor):
            converted[index] = converter(converted[index], column, used)
        row = self.model.__new__(self.model)
        row.__dict__.update(zip(self.names, converted, strict=True))
        row._state = ModelState()
        row._state.adding, row._state.db = False, used.alias
        return row

    @cache  # noqa: B019 - tables live as long as the process
    def _converters(self, vendor: str) -> list[tuple[int, Any, Any]]:
        found = []
        for index, field in enumerate(self.fields):
            column = field.get_col(self.name)
            of_database = database().ops.get_db_converters(column)
            of_field = field.get_db_converters(database())
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
        execute(self._insertion(len(rows)), values)

    @cache  # noqa: B019
    def _insertion(self, n_rows: int) -> str:
        fields = self.all_fields[1:]
        columns = ", ".join(f'"{field.column}"' for field in fields)
        row = f"({', '.join(['%s'] * len(fields))})"
        rows = ", ".join([row] * n_rows)
        return f"INSERT INTO {self.name} ({columns}) VALUES {rows}"  # noqa: S608

    def changes(self, row: Row, *, before: Values) -> Values:
        """What is no longer as it was ``before``."""
        return {
            name: value
            for name, value in row.__dict__.items()
            if value is not (old := before.get(name, _ABSENT))
            and value != old
            and name in self._by_name
        }

    def update(self, row: Row, *, before: Values) -> None:
        """Store what is no longer as it was ``before``, if anything."""
        if changed := self.changes(row, before=before):
            values = [self._prepare(name, value) for name, value in changed.items()]
            execute(self._change(tuple(changed)), [*values, row.pk])

    @cache  # noqa: B019
    def _change(self, names: tuple[str, ...]) -> str:
        columns = [self._by_name[name].column for name in names]
        changes = ", ".join(f'"{column}" = %s' for column in columns)
        return f'UPDATE {self.name} SET {changes} WHERE "id" = %s'  # noqa: S608

    def _prepare(self, name: str, value: Any) -> Any:
        """``value`` as the database takes it: texts and numbers as they are."""
        if value is None or name not in self._translated:
            return value
        return _translate(self._translated[name], value)


def relate(row: Model, name: str, other: Model) -> None:
    """Tell ``row`` what it refers to, as it was read with it."""
    row._state.fields_cache[name] = other


def database() -> BaseDatabaseWrapper:
    """The connection of this thread."""
    # The usual `connection` looks this up again at every attribute.
    return connections[DEFAULT_DB_ALIAS]


def _translate(field: Any, value: Any) -> Any:
    if isinstance(value, datetime):
        return moment(value)
    return field.get_db_prep_save(value, database())


@lru_cache(maxsize=256)
def moment(value: datetime) -> Any:
    """A moment as the database takes it: an answer writes the same one many times."""
    field: Any = AccessToken._meta.get_field("expires_at")
    return field.get_db_prep_save(value, database())


def execute(statement: str, values: Sequence[Any]) -> Rows:
    """The rows that a statement gives, if any."""
    used: Any = database()
    found: Rows = used.run_prepared(statement, values)
    return found
