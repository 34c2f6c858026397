"""What a review shows, and for how long."""

import pytest

from studies.errors import TooEarlyError
from studies.services.session.settings import settings_of
from tests.studies.factories import Person, make_deck_version, make_row, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
SHORT = {"review_seconds": 10, "review_seconds_after_right": 2}


def learner(**changes):
    return Person(make_study(**changes)).go_to("learning")


def test_a_review_may_be_left_sooner_after_a_right_answer():
    person = learner(**SHORT)
    review = person.answer(person.right_answer()).review

    with pytest.raises(TooEarlyError):
        person.wait(1.9).go_on()
    after = person.wait(0.1).go_on()

    assert (review.seconds_left, review.goes_on_in_seconds) == (2, 10)
    assert (after.page, after.step) == ("card", 2)


def test_a_review_after_an_error_takes_its_whole_time():
    review = learner(**SHORT).answer("xx").review

    assert (review.seconds_left, review.goes_on_in_seconds) == (10, 10)


def test_the_papers_studies_show_every_answer_for_ten_seconds():
    person = learner()

    review = person.answer(person.right_answer()).review

    assert (review.seconds_left, review.goes_on_in_seconds) == (10, 10)


@pytest.mark.parametrize(("skips", "page"), [(True, "card"), (False, "review")])
def test_what_was_frozen_under_an_older_name_still_holds(skips, page):
    person = learner()
    session = person.session
    session.settings["review_only_after_errors"] = skips
    for name in ("review_seconds_after_right", "shows_result"):
        del session.settings[name]
    session.save()

    assert person.answer(person.right_answer()).page == page
    assert not settings_of(person.session).shows_result


def test_a_review_tells_the_article_the_letters_and_the_clock():
    row = make_row(1, "Regenbogen", article="der")
    study = make_study(deck_version=make_deck_version(rows=[row]), n_concepts=1)
    person = Person(study).go_to("learning")

    review = person.answer("das Rgenbogen", auto_submitted=True).review

    assert (review.outcome, review.rule) == ("correct", "typo")
    assert review.article_remark == "der Regenbogen"
    assert [piece.text for piece in review.comparison] == ["R", "e", "genbogen"]
    assert review.auto_submitted


@pytest.mark.parametrize(
    "typed", [{"text": "der Regenbogen"}, {"dont_know": True}, {"text": "Tier"}]
)
def test_what_is_right_unknown_or_too_general_is_not_spelt_out(typed):
    row = make_row(1, "Regenbogen", article="der", too_general=["Tier"])
    study = make_study(deck_version=make_deck_version(rows=[row]), n_concepts=1)
    person = Person(study).go_to("learning")

    review = person.answer(**typed).review

    assert review.comparison == []
    assert review.article_remark == ""
