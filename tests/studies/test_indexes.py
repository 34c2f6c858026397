"""Indexes: each answers a question, and none is written for nothing."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey
from django.test.utils import CaptureQueriesContext

from studies.models import TeachingSession
from studies.services.session import sweeping
from tests.studies.factories import NOON, Person, make_study

# PostgreSQL reads small tables whole, or along any key, as its statistics say.
WAYS_OF_SMALL_TABLES = (
    *("seqscan", "indexscan", "indexonlyscan"),
    *("nestloop", "mergejoin"),
)
MODELS = list(apps.get_app_config("studies").get_models())


def beginnings(model):
    """The first fields of what is unique or indexed, whatever the row."""
    whole = (*model._meta.constraints, *model._meta.indexes)
    lists = [
        each.fields
        for each in whole
        if getattr(each, "fields", ()) and each.condition is None
    ]
    return {fields[0] for fields in lists}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_no_reference_is_indexed_twice(model):
    indexed = {
        field.name
        for field in model._meta.fields
        if isinstance(field, ForeignKey) and field.db_index
    }

    assert not indexed & beginnings(model)


@pytest.mark.django_db
def test_an_answer_changes_no_index_of_its_session():
    person = Person(make_study()).go_to("prequiz", 1)
    before = TeachingSession.objects.values().get()

    person.wait(5).answer("Haus")

    after = TeachingSession.objects.values().get()
    changed = {name for name in after if after[name] != before[name]}
    with connection.cursor() as cursor:
        table = TeachingSession._meta.db_table
        known = connection.introspection.get_constraints(cursor, table).values()
    indexed = {name for each in known if each["index"] for name in each["columns"]}
    assert {"last_seen_at", "log_head"} <= changed
    assert not changed & indexed


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "index"),
    [
        (sweeping._overdue, "response_open_deadline"),
        (sweeping._idle, "session_present"),
        (sweeping._reviewed, "session_present"),
    ],
)
def test_the_sweep_finds_its_work_by_an_index(question, index):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        question(NOON + timedelta(hours=1))

    assert index in plan_of(asked[0]["sql"])


def plan_of(sql):
    """How the database goes about it, were every table large."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        else:
            for way in WAYS_OF_SMALL_TABLES:
                cursor.execute(f"SET LOCAL enable_{way} = off")
            cursor.execute(f"EXPLAIN {sql}")
        return str(cursor.fetchall())
