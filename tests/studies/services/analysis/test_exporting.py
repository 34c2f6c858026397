"""Responses as a table that counts itself."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.recruitment import Arrival
from studies.services.analysis.exporting import responses_to_export, write_responses
from studies.services.enrolment.joining import join_study
from tests.studies.factories import Person, make_deck_version, make_study

pytestmark = pytest.mark.django_db


def export(**options):
    file = io.StringIO()
    n_rows = write_responses(responses_to_export(**options), file)
    *lines, last = file.getvalue().splitlines()
    assert last == f"# {n_rows} rows"
    rows = list(csv.DictReader(lines))
    assert len(rows) == n_rows
    return rows


def test_a_row_tells_what_was_asked_typed_and_decided(person):
    person.go_to("learning", 1)
    person.answer(person.right_answer())

    (row,) = (row for row in export() if row["outcome"] == "correct")

    assert (row["phase"], row["step"]) == ("learning", "1")
    assert row["text"] == row["answer"]
    assert row["participant"] == person.session.participant.pseudonym
    assert row["teacher"] in row["decision"]
    assert row["served_at"].startswith("2026-03-01T12:00")


def test_cards_come_in_the_order_in_which_they_were_chosen(finished):
    phases = [row["phase"] for row in export()]

    assert phases == ["prequiz"] * 3 + ["learning"] * 6 + ["postquiz"] * 3


def test_only_the_sessions_of_a_study_and_a_purpose_are_written(person):
    person.go_to("prequiz", 2)
    demo = make_study(
        slug="demo", is_demo=True, deck_version=make_deck_version(slug="other")
    )
    Person(demo).go_to("prequiz", 3)

    assert {row["study"] for row in export()} == {"study"}
    assert export(study="demo") == []
    assert len(export(study="demo", purposes=["practice"])) == 3


def test_a_long_table_is_read_by_one_query(finished):
    with CaptureQueriesContext(connection) as queries:
        export()

    assert len(queries) == 1


def test_a_row_tells_how_often_somebody_went_on_without_proof(study):
    person = Person(study, name="A1X").go_to("prequiz", 2)
    Person(study, name="B2Y").go_to("prequiz", 2)
    for assignment in ("AS2", "AS3", "AS1-A1X"):
        arrival = Arrival("mturk", person="A1X", assignment=assignment)
        join_study(slug="study", consent=True, arrival=arrival, now=person.now)

    assert [row["n_unproven"] for row in export()] == ["2", "2", "0", "0"]
