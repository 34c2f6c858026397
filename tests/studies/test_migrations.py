"""What older servers stored is carried over."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.studies.factories import NOON

BEFORE = ("studies", "0005_index_what_the_sweep_asks")
AFTER = ("studies", "0009_identities_are_of_a_study")


def migrate(target):
    executor = MigrationExecutor(connection)
    executor.migrate([target])
    return MigrationExecutor(connection).loader.project_state([target]).apps


@pytest.fixture
def old():
    yield migrate(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


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


@pytest.mark.django_db(transaction=True)
def test_identities_become_those_of_a_study(old):
    one, two = make_study(old, "one"), make_study(old, "two", is_demo=True)
    make_person(old, "A1X", [one, two], assignment="AS1")
    make_person(old, "B2Y", [one], assignment="AS2")
    make_person(old, "n0nce", [two], recruiter="link")

    apps = migrate(AFTER)

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
