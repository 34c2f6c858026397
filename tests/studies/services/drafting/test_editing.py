"""A draft keeps what is right and says what is wrong, and the log says who."""

from datetime import timedelta
from decimal import Decimal

import pytest

from studies.errors import DesignError
from studies.models import AuditEntry, Questionnaire, Study
from studies.services.design.teachers import OFFERED
from studies.services.drafting.arms import add_arm, edit_arms, remove_arm
from studies.services.drafting.editing import edit_design
from studies.services.drafting.questionnaires import edit_questions, questions_of
from studies.services.team.sentences import tell_action
from tests.studies.factories import (
    NOON,
    QUESTIONS,
    make_deck_version,
    make_row,
    make_study,
)

pytestmark = pytest.mark.django_db
WHO = {"who": "ada", "now": NOON}


@pytest.fixture
def draft():
    return make_study(state="draft")


def edit(study, now=NOON, **values):
    faults = edit_design(study_id=study.pk, values=values, who="ada", now=now)
    study.refresh_from_db()
    return faults


def test_what_is_right_is_kept_beside_what_is_wrong(draft):
    faults = edit(draft, horizon=0, contact="new@example.org")

    assert list(faults) == ["horizon"]
    assert (draft.horizon, draft.contact) == (6, "new@example.org")


def test_a_change_is_logged_with_its_fields_and_no_change_is_not(draft):
    edit(draft, contact=draft.contact)
    edit(draft, contact="new@example.org", horizon=9)

    entry = AuditEntry.objects.get()
    assert (entry.who, entry.detail["fields"]) == ("ada", ["contact", "horizon"])
    assert "Cards in the learning part (6 → 9)" in tell_action(entry)
    edit(draft, contact="newer@example.org", horizon=8)
    assert "Cards in the learning part (6 → 8)" in tell_action(AuditEntry.objects.get())
    edit(draft, NOON + timedelta(hours=1), idle_seconds=600.0, hypothesis="x" * 99)
    last = tell_action(AuditEntry.objects.last())
    assert "is free again (30 → 10)" in last
    assert f"Hypothesis (nothing → “{'x' * 60}…”)" in last


def test_a_change_there_and_back_is_told_as_such(draft):
    long_before, long_after = "x" * 70, "x" * 80
    Study.objects.update(hypothesis=long_before, pay_amount=Decimal("0.00"))
    for horizon, words in ((9, long_after), (6, "other"), (9, "x" * 90)):
        edit(draft, horizon=horizon, hypothesis=words, pay_amount=Decimal(horizon))
    assert tell_action(AuditEntry.objects.get()) == (
        "changed the design: Cards in the learning part (6 → 9), Hypothesis, "
        "Pay for finishing (0 → 9)"
    )

    edit(draft, horizon=6, hypothesis="y", pay_amount=Decimal(7))

    told = tell_action(AuditEntry.objects.get())
    assert "Cards in the learning part (changed and changed back)" in told


def test_who_types_on_is_logged_once_and_who_comes_back_again(draft):
    for number, minutes in enumerate((0, 1, 20)):
        edit(draft, NOON + timedelta(minutes=minutes), hypothesis=f"more {number}")

    assert AuditEntry.objects.count() == 2


def test_a_frozen_design_is_not_edited(study):
    with pytest.raises(DesignError, match="frozen"):
        edit(study, horizon=9)


def test_another_deck_brings_its_own_levels(draft):
    rows = [make_row(i, f"w{i}", level="easy" if i > 2 else "odd") for i in range(1, 9)]
    other = make_deck_version(slug="other", rows=rows)
    edit(draft, sampling="stratified")
    assert draft.strata == {"common": 2, "rare": 1}

    edit(draft, deck_version_id=other.pk, n_concepts=6)

    assert draft.strata == {"odd": 2, "easy": 4}


def test_a_deck_without_levels_is_drawn_from_as_a_whole(draft):
    rows = [make_row(i, f"w{i}", level="") for i in range(1, 5)]
    edit(draft, sampling="stratified", strata={"common": 3, "rare": 0})

    edit(draft, deck_version_id=make_deck_version(slug="flat", rows=rows).pk)

    assert (draft.sampling, draft.strata) == ("simple", {})


def test_arms_are_edited_field_by_field(draft):
    first, second = draft.arms.all()

    faults = edit_arms(
        study_id=draft.pk,
        values={
            first.pk: {"name": "RD", "n_places": 5},
            second.pk: {"theta": [1, 2], "teacher": "LR"},
        },
        **WHO,
    )

    assert {key: list(said) for key, said in faults.items()} == {
        first.pk: ["name"],
        second.pk: ["theta"],
    }
    assert list(draft.arms.values_list("name", "n_places", "teacher", "theta")) == [
        ("GR", 5, "GR", None),
        ("RD", 10, "LR", None),
    ]
    assert tell_action(draft.audit.latest("pk")) == (
        "changed the design: Places of arm GR (10 → 5), "
        "Teacher of arm RD (Random (RD) → Lowest recall (LR))"
    )


def test_the_reference_follows_the_name_of_its_arm(draft):
    edit(draft, reference_arm="RD")
    arm = draft.arms.get(name="RD")

    edit_arms(study_id=draft.pk, values={arm.pk: {"name": "control"}}, **WHO)
    draft.refresh_from_db()
    assert draft.reference_arm == "control"

    remove_arm(study_id=draft.pk, arm_id=arm.pk, **WHO)
    draft.refresh_from_db()
    assert draft.reference_arm == "GR"
    assert [arm.name for arm in draft.arms.all()] == ["GR"]
    assert AuditEntry.objects.latest("pk").detail["values"] == {
        "reference_arm": ["“control”", "“GR”"]
    }


@pytest.mark.parametrize(("others", "left"), [(("RD", "GR"), "GR"), (("RD",), "RD")])
def test_another_arm_becomes_the_reference_when_it_is_removed(others, left):
    study = make_study(state="draft", teachers=("LR", "RR", *others))
    study.arms.get(name="RR").delete()

    remove_arm(study_id=study.pk, arm_id=study.arms.get(name="LR").pk, **WHO)

    study.refresh_from_db()
    assert study.reference_arm == left


def test_a_new_arm_has_a_teacher_that_no_other_has(draft):
    free = [code for code in OFFERED if code not in ("GR", "RD")]

    names = [add_arm(study_id=draft.pk, **WHO).name for _ in range(len(free) + 1)]

    assert names == [*free, "GR 2"]


def test_questions_that_another_study_asks_are_copied(draft):
    other = make_study(
        slug="other",
        state="draft",
        deck_version=draft.deck_version,
        questionnaire=draft.questionnaire,
    )
    items = [{**QUESTIONS[0], "label": "Why?"}]

    edit_questions(study_id=draft.pk, moment="after", items=items, **WHO)

    stored = Study.objects.in_bulk()
    assert questions_of(stored[draft.pk], "after") == items
    assert questions_of(stored[other.pk], "after") == QUESTIONS


def test_questions_of_its_own_are_edited_in_place(draft):
    for label in ("Who?", "Why?"):
        items = [{**QUESTIONS[0], "label": label}]
        edit_questions(study_id=draft.pk, moment="before", items=items, **WHO)

    kept = Questionnaire.objects.get(name="study, before")
    assert kept.items[0]["label"] == "Why?"


def told_after(draft, moment, *versions):
    """What the log says last when questions become one version after the other."""
    for items in versions:
        edit_questions(study_id=draft.pk, moment=moment, items=items, **WHO)
    return tell_action(draft.audit.latest("pk"))


def test_the_log_tells_each_question_that_changed(draft):
    age = {"id": "age", "kind": "number", "label": "Your age?", "min": 18}
    help_ = {"id": "help", "kind": "text", "label": "Any help?"}

    assert told_after(draft, "before", [age, help_]) == (
        "changed the design: Questions before: age "
        "(nothing → “Your age?”: a number from 18), Questions before: help "
        "(nothing → “Any help?”: a text of their own)"
    )
    # Of one edit is told what came of it, and what came to nothing.
    assert told_after(draft, "before", [age], [{**age, "required": True}]) == (
        "changed the design: Questions before: age "
        "(nothing → “Your age?”: a number from 18; must be answered), "
        "Questions before: help (changed and changed back)"
    )


def test_the_log_tells_questions_in_another_order(draft):
    first, second = QUESTIONS[0], {**QUESTIONS[0], "id": "second"}
    edit(draft, hypothesis="One more")

    told_after(draft, "before", [first, second])
    edit(draft, hypothesis="Another")

    assert told_after(draft, "before", [second, first]) == (
        "changed the design: Questions before (q, second → second, q)"
    )
    edit(draft, hypothesis="A third")
    other = {**first, "required": not first.get("required")}
    told = told_after(draft, "before", [other, second])
    assert "Questions before (second, q → q, second), Questions before: q (" in told


def test_the_log_tells_arms_that_came_and_went(draft):
    arm = add_arm(study_id=draft.pk, **WHO)
    added = tell_action(draft.audit.latest("pk"))
    remove_arm(study_id=draft.pk, arm_id=arm.pk, **WHO)

    described = "arm LR (Lowest recall (LR), memory from the deck, 10 places)"
    assert added == f"changed the design: added {described}"
    assert tell_action(draft.audit.latest("pk")).endswith(f"removed {described}")


def test_the_log_tells_decks_and_earlier_studies_by_their_titles(draft):
    make_study(slug="old", title="Last year", deck_version=draft.deck_version)
    other = make_deck_version(slug="other")

    edit(draft, deck_version_id=other.pk, earlier_studies=["old", "gone"])

    told = tell_action(draft.audit.latest("pk"))
    assert f" → {other})" in told
    assert "Which ones" not in told
    assert "Keep out whoever took part in (nothing → “Last year”, “gone”)" in told


def test_several_arms_changed_alike_are_told_once(draft):
    values = {arm.pk: {"n_places": 40, "theta": [6, 2, 0]} for arm in draft.arms.all()}

    edit_arms(study_id=draft.pk, values=values, **WHO)

    assert tell_action(draft.audit.latest("pk")) == (
        "changed the design: Places of arms GR, RD (10 → 40), "
        "Memory it believes in of arms GR, RD (from the deck → (6, 2, 0))"
    )
