"""The studies to try where a single deck is loaded."""

import io

import pytest
from django.core.management import call_command

from studies.services.design.demo import create_demo_studies

pytestmark = pytest.mark.django_db


def test_one_deck_is_enough_for_its_demos():
    call_command("load_decks", "biodiversity", stdout=io.StringIO())

    slugs = [study.slug for study in create_demo_studies()]

    assert slugs == [
        *("biodiversity", "biodiversity-quick"),
        *("biodiversity-de", "biodiversity-quick-de"),
    ]


def test_programs_need_no_time_to_look():
    call_command("load_decks", "german", stdout=io.StringIO())

    studies = create_demo_studies(review_seconds=0)

    assert {study.review_seconds for study in studies} == {0}
