"""What was stored before a change of the tables is there after it."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

THEN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def migrate(*targets):
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


def before(name):
    """The migrations that come before the one called ``name``, whatever its number."""
    loader = MigrationExecutor(connection).loader
    (key,) = (key for key in loader.graph.nodes if key[1].endswith(f"_{name}"))
    return list(loader.disk_migrations[key].dependencies)


@pytest.fixture
def old():
    """The tables as they were before sessions had a deck and codes had rows."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield migrate(*before("session_deck"))
    migrate(*latest)


def make_version(old, slug):
    deck = old.get_model("studies", "Deck").objects.create(slug=slug, title=slug)
    version = old.get_model("studies", "DeckVersion").objects.create(
        deck=deck, number=1, fingerprint=slug, created_at=THEN
    )
    concept = old.get_model("studies", "Concept").objects.create(
        deck_version=version,
        number=1,
        prompt="p",
        answer="a",
        theta_a=6,
        theta_b=2,
        theta_c=0,
    )
    return version, concept


def make_session(old, study, **values):
    person = old.get_model("studies", "Participant").objects.create(
        pseudonym=uuid4().hex[:16], created_at=THEN
    )
    return old.get_model("studies", "TeachingSession").objects.create(
        public_id=uuid4(), study=study, participant=person, purpose="pilot",
        settings={"n_concepts": 1}, seed="0" * 16, log_head="",
        consented_at=THEN, last_seen_at=THEN, **values,
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_old_sessions_keep_their_deck_and_their_code(old):
    first, concept = make_version(old, "first")
    second, _ = make_version(old, "second")
    study = old.get_model("studies", "Study").objects.create(
        slug="s", title="S", deck_version=second, state="live", fingerprint="f",
        seed="ab" * 32, sampling="stratified", strata={"common": 1},
    )  # fmt: skip
    done = make_session(
        old, study, phase="completed", completion_code="ABC", completed_at=THEN
    )
    old.get_model("studies", "SessionConcept").objects.create(
        session=done, concept=concept, position=0
    )
    begun = make_session(old, study)

    new = migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())

    sessions = new.get_model("studies", "TeachingSession").objects
    assert sessions.get(pk=done.pk).deck_version_id == first.pk
    assert sessions.get(pk=begun.pk).deck_version_id == second.pk
    assert sessions.get(pk=begun.pk).settings["strata"] == {"common": 1}
    code = new.get_model("studies", "CompletionCode").objects.get()
    assert (code.session_id, code.outcome, code.code) == (done.pk, "completed", "ABC")
    assert code.created_at == THEN
    assert len(new.get_model("studies", "Study").objects.get().seed_hash) == 64
