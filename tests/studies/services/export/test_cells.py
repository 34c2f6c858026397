"""Rows as Python's csv writes them, and times as Python counts them."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest

from studies.models import Participant
from studies.services.export.cells import RowWriter
from studies.services.export.columns import Column, Kind, flag, number, text, whole
from studies.services.export.plain import IsoTime, Microseconds

COLUMNS = (
    *(Column("word", ""), text("typed", ""), whole("n", ""), number("share", "")),
    *(flag("is_right", ""), Column("scores", "", Kind.JSON)),
)
ROWS = [
    ("a", "plain", 1, 0.1, True, {"b": 1, "a": [None]}),
    ("b", 'said "no", twice', None, 1e-7, False, None),
    ("c", "two\nlines", -3, 2, 0, "ü, “quoted”"),
    ("d", "back\rslash\\", 4, None, None, []),
    ("", None, 0, float("inf"), 1, 0),
]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def written(rows):
    names = [column.name for column in COLUMNS]
    return RowWriter(COLUMNS).lines(
        [dict(zip(names, row, strict=True)) for row in rows]
    )


def as_csv_writes(rows):
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


def test_lines_are_those_of_pythons_csv():
    cells = [
        ["a", "plain", 1, 0.1, 1, '{"a": [null], "b": 1}'],
        ["b", 'said "no", twice', None, 1e-7, 0, None],
        ["c", "two\nlines", -3, 2.0, 0, '"ü, “quoted”"'],
        ["d", "back\rslash\\", 4, None, None, "[]"],
        ["", None, 0, float("inf"), 1, "0"],
    ]

    assert written(ROWS) == (as_csv_writes(cells),) * 2


def test_texts_that_look_like_formulas_are_marked_in_the_safe_lines_alone():
    safe, raw = written([("-a", "=1,2", -1, -1, 0, None), ("b", "fine", 1, 1, 1, None)])

    assert safe == '-a,"\'=1,2",-1,-1.0,0,\r\nb,fine,1,1.0,1,\r\n'
    assert raw == '-a,"=1,2",-1,-1.0,0,\r\nb,fine,1,1.0,1,\r\n'


@pytest.mark.parametrize(
    "formula", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0"]
)
def test_every_beginning_of_a_formula_is_marked_and_can_be_read_back(formula):
    safe, raw = (
        next(csv.reader(io.StringIO(lines, newline="")))[1]
        for lines in written([("a", formula, 1, 1, 1, None)])
    )

    assert (safe, raw) == (f"'{formula}", formula)


@pytest.mark.django_db
def test_databases_count_times_to_the_microsecond():
    last_second = datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC)
    fractions = (0, 1, 499_500, 999_499, 999_500, 999_999)
    times = [last_second.replace(microsecond=fraction) for fraction in fractions]
    Participant.objects.bulk_create(Participant(created_at=at) for at in times)

    read = Participant.objects.order_by("created_at").values_list(
        Microseconds("created_at"), IsoTime("created_at")
    )

    counted = [(at - EPOCH) // timedelta(microseconds=1) for at in times]
    assert list(read) == list(
        zip(counted, [at.isoformat() for at in times], strict=True)
    )
