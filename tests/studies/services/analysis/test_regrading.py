"""A second set of verdicts leaves the first alone."""

import pytest

from studies.errors import InvalidError
from studies.models import AuditEntry, Response
from studies.services.analysis import regrading
from studies.services.analysis.regrading import Wish, regrade_study
from tests.studies.factories import NOON, Person, make_deck_version, make_study

pytestmark = pytest.mark.django_db
LONG_WORDS = ["Garten", "Fenster", "Zeitung"]


def regrade(study, **changes):
    wish = Wish(**{"level": "normal", "article_rule": "ignore", **changes})
    return regrade_study(study=study, wish=wish, who="ada", now=NOON)


@pytest.fixture
def learner():
    study = make_study(deck_version=make_deck_version(LONG_WORDS))
    return Person(study).go_to("learning", 1)


def test_the_first_verdicts_stay_as_they_were(learner):
    learner.answer(learner.right_answer()[:-1] + "q")
    before = list(Response.objects.order_by("pk").values())

    made = regrade(learner.study, level="lenient", note="a second look")

    assert list(Response.objects.order_by("pk").values()) == before
    assert (made.level, made.note, made.who) == ("lenient", "a second look", "ada")
    assert made.verdicts.count() == 4


def test_a_stricter_rule_takes_back_what_a_typo_was_granted(learner):
    learner.answer(learner.right_answer() + "x")
    card = learner.card("learning", 1)
    assert (card.outcome, card.rule) == ("correct", "typo")

    regrade(learner.study, level="strict")

    assert not card.regraded.get().correct


def test_a_rule_of_articles_is_obeyed(learner):
    learner.answer(f"die {learner.right_answer()}")
    card = learner.card("learning", 1)
    assert card.outcome == "correct"

    regrade(learner.study, article_rule="required")

    verdict = card.regraded.get()
    assert (verdict.correct, verdict.rule) == (False, "wrong_article")


def test_the_first_version_of_the_rule_can_be_applied_again(learner):
    learner.answer(f"{learner.right_answer()}, das")
    card = learner.card("learning", 1)
    assert (card.outcome, card.grading_version) == ("correct", 2)

    as_now = regrade(learner.study)
    as_then = regrade(learner.study, grading_version=1)

    assert (as_now.grading_version, as_then.grading_version) == (2, 1)
    verdicts = card.regraded.order_by("regrading")
    assert [verdict.correct for verdict in verdicts] == [True, False]


@pytest.mark.parametrize(
    "answer", [{"dont_know": True}, {"auto_submitted": True}, {"text": "late"}]
)
def test_what_was_not_answered_in_time_stays_wrong(learner, answer):
    text = learner.right_answer() if answer.pop("text", "") else ""
    if not answer.get("dont_know"):
        learner.wait(23)
    learner.answer(text, **answer)

    regrade(learner.study, level="lenient")

    verdict = learner.card("learning", 1).regraded.get()
    assert (verdict.correct, verdict.rule) == (False, "")


def test_cards_that_are_still_open_are_left_out(learner):
    assert regrade(learner.study).verdicts.count() == 3


def test_a_text_that_is_accepted_is_right_for_its_card_alone(learner):
    card = learner.card("learning", 1)
    learner.answer("Gewächshaus")

    regrade(learner.study, accepted=[(card.shown.concept_id, "gewächshaus")])

    verdict = card.regraded.get()
    assert (verdict.correct, verdict.rule) == (True, "exact")
    others = Response.objects.exclude(pk=card.pk).filter(closed_at__isnull=False)
    assert not others.filter(regraded__correct=True).exists()


def test_an_accepted_text_leaves_the_deck_as_it_is(learner):
    concept = learner.card("learning", 1).shown.concept

    regrade(learner.study, accepted=[(concept.pk, "Gewächshaus")])
    learner.answer("Gewächshaus")

    assert learner.card("learning", 1).outcome == "wrong"


def test_what_changed_is_counted_by_purpose_and_phase(learner):
    learner.answer(learner.right_answer() + "x")

    made = regrade(learner.study, level="strict")

    assert made.changes == {
        "real": {
            "prequiz": {"n": 3, "to_right": 0, "to_wrong": 0},
            "learning": {"n": 1, "to_right": 0, "to_wrong": 1},
        }
    }


def test_previews_are_not_graded_again(learner):
    learner.study.sessions.update(purpose="preview")

    assert not regrade(learner.study).verdicts.exists()


def test_texts_for_cards_of_another_deck_are_refused(learner):
    other = make_deck_version(["Haus"], slug="other").concepts.get()

    with pytest.raises(InvalidError):
        regrade(learner.study, accepted=[(other.pk, "Heim")])


def test_a_regrading_is_in_the_log_without_what_people_typed(learner):
    concept_id = learner.card("learning", 1).shown.concept_id

    made = regrade(learner.study, accepted=[(concept_id, "my name is Ada")])

    entry = AuditEntry.objects.get(action="regraded")
    assert (entry.who, entry.detail["regrading"]) == ("ada", made.pk)
    assert "Ada" not in str(entry.detail)


def test_pages_leave_no_answer_out(learner, monkeypatch):
    monkeypatch.setattr(regrading, "BATCH", 2)

    assert regrade(learner.study).verdicts.count() == 3
