"""How long answers are shown is told in seconds now."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.studies.test_migrated_endings import before, make_version, migrate


@pytest.mark.django_db(transaction=True)
def test_a_study_that_skipped_reviews_still_does():
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    old = migrate(*before("reviews_and_result"))
    version = make_version(old, "words")[0]
    for slug, skips in (("skips", True), ("shows", False)):
        old.get_model("studies", "Study").objects.create(
            slug=slug, deck_version_id=version.pk, review_only_after_errors=skips
        )

    new = migrate(*latest)

    studies = new.get_model("studies", "Study").objects.order_by("slug")
    stored = studies.values_list("review_seconds_after_right", "shows_result")
    assert list(stored) == [(None, False), (0, False)]
