"""The studies to try are those of the paper."""

import io
from collections import Counter

import pytest
from django.core.management import call_command

from studies.models import Study
from studies.models.study import StudyState
from studies.services.design.demo import create_demo_studies, list_demos
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import Person, make_study
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demos(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker, "demos"):
        call_command("load_decks", stdout=io.StringIO())
        yield {study.slug: study for study in create_demo_studies()}


@pytest.mark.parametrize("slug", ["german", "biodiversity"])
def test_the_full_length_is_that_of_the_paper(demos, slug):
    paper = demos[slug]

    assert (paper.n_concepts, paper.horizon, paper.learning_seconds) == (15, 40, 20)
    assert [arm.teacher for arm in paper.arms.all()] == ["GR", "LR", "RR", "RD"]
    assert {arm.n_places for arm in paper.arms.all()} == {20}


def test_every_study_has_a_quick_one_beside_it(demos):
    assert sorted(demos) == [
        *("biodiversity", "biodiversity-de"),
        *("biodiversity-quick", "biodiversity-quick-de"),
        *("german", "german-de", "german-quick", "german-quick-de"),
    ]


def test_demos_are_open_to_links_alone(demos):
    assert [study.recruiters for study in demos.values()] == [["link"]] * 8


def test_what_exists_is_left_as_it_is(demos):
    Study.objects.filter(slug="german").update(title="Mine")

    again = create_demo_studies()

    assert {study.pk for study in again} == {study.pk for study in demos.values()}
    assert Study.objects.get(slug="german").title == "Mine"


def test_the_animals_are_sampled_by_level_as_in_the_paper(demos):
    quick = demos["biodiversity-quick"]
    assert demos["biodiversity"].strata == {"common": 7, "rare": 8}
    assert sum(quick.strata.values()) == quick.n_concepts

    person = Person(demos["biodiversity"])

    drawn = [shown.concept for shown in person.session.concepts.all()]
    assert Counter((c.level, c.theta) for c in drawn) == {
        ("common", (10, 5, 0)): 7,
        ("rare", (3, 1.5, 0)): 8,
    }


def test_demos_are_offered_by_deck_the_quick_one_first(demos):
    offered = {
        deck: [demo.study.slug for demo in of_deck]
        for deck, of_deck in list_demos().items()
    }

    assert offered == {
        "Animals, common and rare": ["biodiversity-quick", "biodiversity"],
        "German nouns": ["german-quick", "german"],
    }


def test_a_demo_speaks_the_language_of_its_pages(demos):
    quick, full = list_demos(language="de")["German nouns"]

    assert (quick.study.slug, full.study.slug) == ("german-quick-de", "german-de")
    assert quick.study.language == quick.study.language_of_consent == "de"
    assert quick.study.consent_text.startswith("Sie werden")
    assert quick.study.questionnaire.items[0]["options"][1] == "ein wenig"


def test_where_a_language_has_no_demo_the_usual_one_is_offered(demos):
    Study.objects.filter(language="de").delete()

    offered = list_demos(language="de")

    assert [demo.study.slug for demo in offered["German nouns"]] == [
        *("german-quick", "german"),
    ]


@pytest.mark.parametrize("state", ["pilot", "live", "paused"])
def test_no_demo_is_offered_of_a_deck_that_a_study_uses(demos, state):
    study = make_study(deck_version=demos["german"].deck_version)
    Study.objects.filter(pk=study.pk).update(state=state)

    assert list(list_demos()) == ["Animals, common and rare"]


def test_no_demo_is_offered_while_people_of_a_pilot_go_on(demos):
    study = make_study(deck_version=demos["german"].deck_version, state="pilot")
    person = Person(study)
    change_study_state(study_id=study.pk, state=StudyState.DRAFT)

    assert list(list_demos()) == ["Animals, common and rare"]
    person.finish()
    assert len(list_demos()) == 2
