import pytest

from studies.grading.rule import ArticleRule, GradingRule
from studies.services.decks.content import load_content, picture_address
from studies.services.decks.media.pictures import PictureFile
from tests.studies.factories import make_deck_version, make_row
from tests.studies.uploads import picture

pytestmark = pytest.mark.django_db

ROWS = [
    make_row(1, "Kirsche", article="die", plural="Kirschen", picture="cherry"),
    make_row(
        *(2, "Kirche"),
        article="die",
        alternatives=[{"text": "Dom", "article": ""}],
        other_plurals=["Dome"],
    ),
]


@pytest.fixture
def version():
    return make_deck_version(
        rows=ROWS, pictures={"cherry": PictureFile(picture(), "image/png")}
    )


@pytest.fixture
def content(version):
    return load_content(version.pk, version.fingerprint)


def concept_id(version, answer):
    return version.concepts.get(answer=answer).pk


def test_a_text_is_graded_by_the_decks_own_rule(version, content):
    verdict = content.grade(concept_id(version, "Kirche"), "Kirhce")

    assert (verdict.correct, verdict.rule) == (True, "typo")


def test_another_rule_may_be_given(version, content):
    rule = GradingRule(article=ArticleRule.REQUIRED)

    verdict = content.grade(concept_id(version, "Kirche"), "Kirche", rule=rule)

    assert (verdict.correct, verdict.rule) == (False, "missing_article")


def test_the_answer_of_another_concept_is_no_typo(version, content):
    assert not content.grade(concept_id(version, "Kirsche"), "Kirche").correct


def test_rivals_are_all_names_of_the_other_concepts(version, content):
    cherry, church = (concept_id(version, name) for name in ("Kirsche", "Kirche"))

    assert content.rivals(church, version=1) == ("Kirsche",)
    assert content.rivals(church, version=2) == ("Kirsche", "Kirschen")
    assert content.rivals(cherry, version=2) == ("Kirche", "Dom", "Dome")


def test_a_name_that_two_concepts_share_is_no_rival():
    rows = [make_row(1, "Birne"), make_row(2, "Lampe", other_plurals=["Birne"])]
    version = make_deck_version(rows=rows)
    content = load_content(version.pk, version.fingerprint)

    assert content.grade(concept_id(version, "Birne"), "Brine").rule == "typo"


def test_rivals_are_collected_once(version, content):
    cherry = concept_id(version, "Kirsche")

    assert content.rivals(cherry, version=2) is content.rivals(cherry, version=2)


def test_a_picture_is_found_at_its_address(version, content, client):
    address = content.concepts[concept_id(version, "Kirsche")].picture_address

    assert client.get(address).status_code == 200


def test_without_a_picture_there_is_no_address(version, content):
    assert content.concepts[concept_id(version, "Kirche")].picture_address is None
    assert picture_address(None) is None
