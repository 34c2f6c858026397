"""The codebook, for people as a table and for machines as Psych-DS metadata."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from studies.models import Study
from studies.services.export.columns import Column, Table

HEADER = ("table", "column", "meaning", "kind", "unit", "levels", "is_key")
SCHEMA = "Psych-DS 0.4.0"


def write_codebook(tables: Iterable[Table]) -> str:
    """One row per column of every table."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADER)
    for table in tables:
        writer.writerows(_rows_of(table))
    return text.getvalue()


def _rows_of(table: Table) -> Iterator[list[Any]]:
    for column in table.columns:
        levels = json.dumps(dict(column.levels), ensure_ascii=False)
        yield [
            *(table.name, column.name, column.meaning, column.kind.value, column.unit),
            levels if column.levels else "",
            int(column.name in table.key),
        ]


def describe_dataset(study: Study, tables: Iterable[Table]) -> dict[str, Any]:
    """The dataset in the words of schema.org, as Psych-DS asks for it."""
    tables = list(tables)
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "schemaVersion": SCHEMA,
        "name": study.title,
        "description": "; ".join(f"{one.name}: {one.about}" for one in tables),
        "identifier": study.fingerprint,
        "variableMeasured": [_describe(column) for column in _distinct(tables)],
    }


def _distinct(tables: Iterable[Table]) -> Iterable[Column]:
    """Columns by their names: what two tables share means the same in both."""
    return {one.name: one for table in tables for one in table.columns}.values()


def _describe(column: Column) -> dict[str, Any]:
    said: dict[str, Any] = {
        "@type": "PropertyValue",
        "name": column.name,
        "description": column.meaning,
        "valueReference": [
            {"@type": "PropertyValue", "value": value, "description": words}
            for value, words in column.levels.items()
        ],
        "unitText": column.unit,
        "measurementTechnique": column.kind.meaning,
    }
    return {name: value for name, value in said.items() if value}
