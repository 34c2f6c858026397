"""A study that people can join grows and is corrected, and nothing of it is hidden."""

import pytest

from studies.errors import DesignError, StudyFullError
from studies.models import Arm, StudyChange
from studies.models.study import StudyState
from studies.services.design.amending import add_places, amend_study
from studies.services.design.lifecycle import change_study_state, fingerprint_design
from studies.services.enrolment.consent import find_given_consent
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db


def top_up(study, n_more):
    return add_places(
        study_id=study.pk, n_more=n_more, who="ada", now=NOON, reason="dropouts"
    )


def amend(study, **changes):
    return amend_study(study_id=study.pk, changes=changes, who="ada", now=NOON)


def test_a_full_study_takes_more_people_once_it_has_more_places():
    study = make_study(n_places=1)
    for _ in range(2):
        Person(study).finish()
    with pytest.raises(StudyFullError):
        Person(study)

    top_up(study, 2)

    people = [Person(study).go_to("learning", 1) for _ in range(4)]
    arms = sorted(person.session.arm.name for person in people)
    assert arms == ["GR", "GR", "RD", "RD"]
    with pytest.raises(StudyFullError):
        Person(study)


def test_a_top_up_is_logged_and_leaves_the_fingerprint(study):
    change = top_up(study, 5)

    assert (change.who, change.at, change.kind) == ("ada", NOON, "top_up")
    assert change.before == {"GR": 10, "RD": 10}
    assert change.after == {"GR": 15, "RD": 15}
    assert change.reason == "dropouts"
    study.refresh_from_db()
    assert change.fingerprint == study.fingerprint == fingerprint_design(study)


def test_unequal_arms_grow_in_proportion(study):
    Arm.objects.filter(name="GR").update(n_places=20)

    assert top_up(study, 3).after == {"GR": 26, "RD": 13}


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_places_are_added_only_while_people_can_join(state):
    study = make_study(state="draft" if state == "draft" else "live")
    if state == "closed":
        change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    with pytest.raises(DesignError):
        top_up(study, 1)


def test_no_place_is_taken_away(study):
    with pytest.raises(DesignError):
        top_up(study, 0)


def test_places_have_a_limit(study):
    with pytest.raises(DesignError, match="at most 100,000 places in all its arms"):
        top_up(study, 49_991)
    assert top_up(study, 49_990).after == {"GR": 50_000, "RD": 50_000}


def test_an_amendment_says_what_was_before(study):
    change = amend(study, contact="new@example.org", title="Study")

    assert (change.kind, change.before) == ("amendment", {"contact": "ada@example.org"})
    assert change.after == {"contact": "new@example.org"}
    study.refresh_from_db()
    assert study.contact == "new@example.org"


def test_the_log_tells_an_amendment_with_its_reason(study):
    changes = {"contact": "new@example.org", "about_text": "Some words"}
    amend_study(
        study_id=study.pk, changes=changes, who="ada", now=NOON, reason="She moved"
    )

    assert tell_action(study.audit.get()) == (
        "amended the words: What this is (nothing → “Some words”), "
        f"Contact (“{study.contact}” → “new@example.org”): She moved"
    )


def test_a_typo_is_mended_for_newcomers_and_fingerprinted_anew():
    study = make_study(debrief_text="Thnaks")
    before = Person(study)
    old = study.fingerprint

    change = amend(study, debrief_text="Thanks")

    study.refresh_from_db()
    assert change.fingerprint == study.fingerprint == fingerprint_design(study) != old
    assert before.session.settings["debrief_text"] == "Thnaks"
    assert Person(study).session.settings["debrief_text"] == "Thanks"


def test_another_consent_text_needs_a_version_that_nobody_agreed_to(study):
    amend(study, consent_text="We store less.", consent_version="2")

    for version in ({}, {"consent_version": "2"}, {"consent_version": "1"}):
        with pytest.raises(DesignError, match="version"):
            amend(study, consent_text="We store more.", **version)
    change = amend(study, consent_text="We store more.", consent_version="3")

    study.refresh_from_db()
    assert Person(study).session.consent.version == "3"
    assert change.before == {"consent_text": "We store less.", "consent_version": "2"}


def test_another_pay_needs_a_version_where_the_consent_tells_it():
    study = make_study(consent_parts={"purpose": "To learn."})

    with pytest.raises(DesignError, match="version"):
        amend(study, pay_text="5 dollars")
    amend(study, pay_text="5 dollars", consent_version="2")
    amend(study, title="Other words")


@pytest.mark.parametrize(
    "changes",
    [
        {"horizon": "9"},
        {"seed": "00"},
        {"pays_withdrawn": "1"},
        {"state": "closed"},
        {"contact": "x" * 201},
        {"title": ""},
        {"contact": ""},
        {"contact": "ada@example.org"},
        {"consent_text": "", "consent_version": "2"},
        {"contact": "\r\n "},
        {"contact": "a\0b"},
        {"titel": "New"},
        {"completion_url": "javascript:alert(1)"},
        {"completion_url": "hello"},
        {"completion_url": "https://"},
    ],
)
def test_what_is_frozen_wrong_or_the_same_is_refused(study, changes):
    with pytest.raises(DesignError):
        amend(study, **changes)

    assert not StudyChange.objects.exists()


def test_a_draft_is_edited_without_amendments():
    with pytest.raises(DesignError):
        amend(make_study(state="draft"), contact="new@example.org")


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_other_line_ends_are_no_other_words(end):
    study = make_study(consent_text="One\n\nTwo\n")

    with pytest.raises(DesignError, match="Nothing would change"):
        amend(study, consent_text=end.join(["One", "", "Two"]))
    change = amend(study, about_text=f"One{end}Two{end}")

    assert change.after == {"about_text": "One\nTwo"}


@pytest.mark.parametrize(
    "address", ["https://a.example/done", "http://a.example/?cc={code}", ""]
)
def test_a_way_back_is_a_page_of_the_web_or_none(address):
    study = make_study(completion_url="https://b.example/")

    amend(study, completion_url=address)

    study.refresh_from_db()
    assert study.completion_url == address


def test_what_is_frozen_and_what_does_not_exist_are_told_apart(study):
    with pytest.raises(DesignError, match="no such text: titel"):
        amend(study, titel="5")
    with pytest.raises(DesignError, match="frozen: horizon"):
        amend(study, horizon="9")


@pytest.fixture
def with_parts():
    return make_study(consent_text="", consent_parts={"purpose": "Memory."})


def test_parts_of_the_consent_are_amended_with_a_new_version(with_parts):
    first = Person(with_parts, name="A1").session

    amend(with_parts, consent_parts={"purpose": "Words."}, consent_version="2")

    second = Person(with_parts, name="A2").session
    assert "Memory." in find_given_consent(first).text
    assert "Words." in find_given_consent(second).text
    assert second.consent.version == "2"
    assert StudyChange.objects.get().before["consent_parts"] == {"purpose": "Memory."}


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"purpose": "Words."}, "needs a version of its own"),
        ({"purpose": " "}, "Without a purpose it needs words of its own"),
        (["Words."], "The parts of a consent are texts"),
        ({"purpose": 5}, "The part “purpose” is a text"),
    ],
)
def test_parts_that_do_not_do_are_refused(with_parts, parts, words):
    with pytest.raises(DesignError, match=words):
        amend(with_parts, consent_parts=parts)
