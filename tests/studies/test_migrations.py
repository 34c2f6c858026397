"""What older servers stored is carried over.

Going through the migrations takes a second for every few of them, so that one walk from
the oldest tables to today's passes all the stories.
"""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tests.studies.factories import NOON


@pytest.mark.django_db(transaction=True)
def test_what_older_servers_stored_is_carried_over():
    tables = describe_tables()
    go_back_to_the_oldest_tables()
    try:
        store_people(migrate(*before("time_left_of_a_card")))

        old = migrate(*before("session_deck"))
        identities_are_those_of_a_study(old)
        done, begun, decks = store_sessions(old)

        old = migrate(*before("reviews_and_result"))
        sessions_keep_their_deck_and_their_code(old, done, begun, decks)
        store_reviews(old)

        store_visits(migrate(*before("visits_by_purpose")))
        store_fees(migrate(*before("fees_and_hand_payments")))
    finally:
        new = migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())
    assert describe_tables() == tables
    studies_that_skipped_reviews_still_do(new)
    visits_before_the_launch_are_those_of_the_pilot(new)
    prolific_keeps_the_fee_that_was_its_own(new)


def describe_tables():
    """The columns and rules of each table, in whatever order they were made."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            return describe_sql(cursor)
        return {
            model._meta.db_table: describe_table(cursor, model._meta.db_table)
            for model in apps.get_app_config("studies").get_models()
        }


def describe_sql(cursor):
    """What SQLite has tables and indexes by, of which Django reads a part slowly."""
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE tbl_name LIKE 'studies%'")
    return {
        name: sorted(re.split(r"[,()]\s*", sql)) if "CREATE TABLE" in sql else sql
        for name, sql in cursor.fetchall()
        if sql
    }


def describe_table(cursor, table):
    columns = connection.introspection.get_table_description(cursor, table)
    rules = connection.introspection.get_constraints(cursor, table).values()
    return (
        {each.name: (each.type_code, each.null_ok) for each in columns},
        sorted(str({**each, "columns": sorted(each["columns"])}) for each in rules),
    )


def go_back_to_the_oldest_tables():
    """What new databases take in one step is dropped; older servers took many."""
    with connection.schema_editor() as editor:
        for model in reversed([*apps.get_app_config("studies").get_models()]):
            editor.delete_model(model)
    MigrationRecorder(connection).migration_qs.filter(app="studies").delete()
    executor = MigrationExecutor(connection)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    executor.migrate([("studies", "0001_initial")])


def migrate(*targets):
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return executor.loader.project_state(list(targets)).apps


def before(name):
    """The migrations that come before the one called ``name``, whatever its number."""
    steps = MigrationExecutor(connection).loader.disk_migrations
    (key,) = (key for key in steps if key[1].endswith(f"_{name}"))
    return list(steps[key].dependencies)


def store_people(old):
    one, two = make_study(old, "one"), make_study(old, "two", is_demo=True)
    make_person(old, "A1X", [one, two], assignment="AS1")
    make_person(old, "B2Y", [one], assignment="AS2")
    make_person(old, "n0nce", [two], recruiter="link")


def identities_are_those_of_a_study(apps):
    sessions = apps.get_model("studies", "TeachingSession").objects
    people = sessions.values_list("participant__pseudonym", flat=True)
    assert len(set(people)) == 4
    stored = sessions.order_by("pk").values_list(
        "study__slug",
        "participant__identity__study__slug",
        "participant__identity__external_id",
        "arrivals__assignment",
        "arrivals__proof",
    )
    assert list(stored) == [
        ("one", "one", "A1X", "", "first"),
        ("two", "two", "A1X", "", "first"),
        ("one", "one", "B2Y", "AS2", "first"),
        ("two", "two", "", "", "first"),
    ]
    identities = apps.get_model("studies", "RecruiterIdentity").objects
    assert len(identities.get(recruiter="link").person_key) == 64
    named = apps.get_model("studies", "Study").objects.order_by("slug")
    assert list(named.values_list("recruiters", flat=True)) == [
        ["mturk", "prolific", "link"],
        ["link"],
    ]


def store_sessions(old):
    """One that is done, with a deck that its study has left, and one that is begun."""
    first, concept = make_version(old, "first")
    second, _ = make_version(old, "second")
    study = old.get_model("studies", "Study").objects.create(
        slug="s", title="S", deck_version=second, state="live", fingerprint="f",
        seed="ab" * 32, sampling="stratified", strata={"common": 1},
    )  # fmt: skip
    done = make_session(
        old, study, phase="completed", completion_code="ABC", completed_at=NOON
    )
    old.get_model("studies", "SessionConcept").objects.create(
        session=done, concept=concept, position=0
    )
    return done, make_session(old, study), (first.pk, second.pk)


def sessions_keep_their_deck_and_their_code(new, done, begun, decks):
    sessions = new.get_model("studies", "TeachingSession").objects
    kept = [sessions.get(pk=one.pk).deck_version_id for one in (done, begun)]
    assert tuple(kept) == decks
    assert sessions.get(pk=begun.pk).settings["strata"] == {"common": 1}
    code = new.get_model("studies", "CompletionCode").objects.get()
    assert (code.session_id, code.outcome, code.code) == (done.pk, "completed", "ABC")
    assert code.created_at == NOON
    study = new.get_model("studies", "Study").objects.get(slug="s")
    assert len(study.seed_hash) == 64


def store_reviews(old):
    version = make_version(old, "words again")[0]
    for slug, skips in (("skips", True), ("shows", False)):
        old.get_model("studies", "Study").objects.create(
            slug=slug, deck_version_id=version.pk, review_only_after_errors=skips
        )


def studies_that_skipped_reviews_still_do(new):
    studies = new.get_model("studies", "Study").objects
    stored = studies.filter(slug__in=["skips", "shows"]).order_by("slug")
    shown = stored.values_list("review_seconds_after_right", "shows_result")
    assert list(shown) == [(None, False), (0, False)]


def store_visits(old):
    studies = {
        state: make_study(old, f"visited-{state}", state=state, fingerprint="f" * 64)
        for state in ("pilot", "live")
    }
    old.get_model("studies", "AuditEntry").objects.create(
        study=studies["live"], at=NOON, who="ada", action="launched"
    )
    counts = old.get_model("studies", "VisitCount").objects
    for study in studies.values():
        for days in (-1, 0, 1):
            day = (NOON + timedelta(days=days)).date()
            counts.create(study=study, day=day, n_visits=1)


def visits_before_the_launch_are_those_of_the_pilot(new):
    counts = new.get_model("studies", "VisitCount").objects.order_by("day")
    for state, purposes in {
        "pilot": ["pilot", "pilot", "pilot"],
        "live": ["pilot", "real", "real"],
    }.items():
        stored = counts.filter(study__slug=f"visited-{state}")
        assert list(stored.values_list("purpose", flat=True)) == purposes


def store_fees(old):
    for slug, recruiters, fee in (
        ("fee-alone", ["prolific"], "42.80"),
        ("fee-both", ["mturk", "prolific"], "20"),
        ("fee-link", ["link"], "10"),
    ):
        make_study(old, slug, recruiters=recruiters, fee_percent=fee)


def prolific_keeps_the_fee_that_was_its_own(new):
    stored = new.get_model("studies", "Study").objects.filter(slug__startswith="fee-")
    assert dict(stored.values_list("slug", "recruiter_options")) == {
        "fee-alone": {"prolific": {"fee_percent": "42.8"}},
        "fee-both": {},
        "fee-link": {},
    }


def make_study(apps, slug, **changes):
    deck = apps.get_model("studies", "Deck").objects.get_or_create(slug="words")[0]
    version = apps.get_model("studies", "DeckVersion").objects.get_or_create(
        deck=deck, number=1, defaults={"created_at": NOON}
    )[0]
    return apps.get_model("studies", "Study").objects.create(
        slug=slug, deck_version=version, **changes
    )


def make_person(apps, name, studies, *, recruiter="mturk", assignment=""):
    participant = apps.get_model("studies", "Participant").objects.create(
        created_at=NOON
    )
    apps.get_model("studies", "RecruiterIdentity").objects.create(
        participant=participant,
        recruiter=recruiter,
        person_key=name,
        external_id=name,
        assignment=assignment,
    )
    for study in studies:
        apps.get_model("studies", "TeachingSession").objects.create(
            study=study,
            participant=participant,
            settings={},
            consented_at=NOON,
            last_seen_at=NOON,
        )


def make_version(old, slug):
    deck = old.get_model("studies", "Deck").objects.create(slug=slug, title=slug)
    version = old.get_model("studies", "DeckVersion").objects.create(
        deck=deck, number=1, fingerprint=slug, created_at=NOON
    )
    concept = old.get_model("studies", "Concept").objects.create(
        deck_version=version, number=1, prompt="p", answer="a",
        theta_a=6, theta_b=2, theta_c=0,
    )  # fmt: skip
    return version, concept


def make_session(old, study, **values):
    person = old.get_model("studies", "Participant").objects.create(
        pseudonym=uuid4().hex[:16], created_at=NOON
    )
    return old.get_model("studies", "TeachingSession").objects.create(
        public_id=uuid4(), study=study, participant=person, purpose="pilot",
        settings={"n_concepts": 1}, seed="0" * 16, log_head="",
        consented_at=NOON, last_seen_at=NOON, **values,
    )  # fmt: skip
