"""The text to register has everything that the design fixes."""

from decimal import Decimal

import pytest

from studies.models import Questionnaire, Study
from studies.services.design.preregistration import NOT_SAID, write_preregistration
from studies.services.drafting.reading import ARM_FIELDS, STUDY_FIELDS
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db
PART = {
    "pay_amount": Decimal(1),
    "fee_percent": Decimal(0),
    "pays_withdrawn": True,
    "partial_pay_amount": Decimal("0.4"),
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "a permutation test of Welch’s t, labels shuffled within"),
        ({"primary_test": "ancova"}, "given the share right at prequiz"),
        ({"primary_outcome": "net_gain"}, "share right after minus share right before"),
        ({}, "the criterion is an adjusted p below .05"),
        ({}, "Results are not looked at before the end."),
        ({"primary_outcome": "net_gain"}, "described: of the concepts wrong before"),
        ({"n_planned_looks": 2}, "looked at 2 times before the end"),
        ({"equivalence_margin": 0.05}, "within 5 percentage points of 0"),
        ({"exclusion_rules": {"used_help": 0}}, "- "),
        ({"reference_arm": "RD"}, "Reference arm: RD."),
        ({"reference_arm": ""}, f"Reference arm: {NOT_SAID}."),
        ({}, "10 places: teacher RD, “Random” shows any card, by chance. Memory"),
        ({}, "Memory it believes in: as the deck says of each concept."),
        (PART, "Who stops early or runs out of time is paid in part: 0.40 USD"),
        ({**PART, "partial_pay_text": "40 cents"}, "0.40 USD; participants read: “40"),
    ],
)
def test_what_was_chosen_is_in_the_text(changes, words):
    study = make_study(state="draft", **changes)

    assert words in write_preregistration(study)


@pytest.mark.parametrize(
    ("usual", "after_right", "words"),
    [
        (10, None, "Its answer is then shown for 10 seconds."),
        (10, 0, "for 10 seconds; after a right answer it is not shown."),
        (10, 2, "right answer for 2 seconds at least, and until they go on or 10 "),
        (1, 3, "for 1 second; after a right answer for 3 seconds at least, and until "),
    ],
)
def test_it_says_how_long_answers_are_shown(usual, after_right, words):
    times = {"review_seconds": usual, "review_seconds_after_right": after_right}

    assert words in write_preregistration(make_study(state="draft", **times))


def test_what_is_asked_and_read_is_there_word_by_word():
    items = [
        {"id": "s", "kind": "labelled_scale", "label": "How hard?", "required": True}
        | {"options": ["1", "2", "3"], "low": "easy", "high": "hard"},
        {"id": "t", "kind": "text", "label": f"And {'very ' * 20}much?"},
    ]
    after = Questionnaire.objects.create(name="after", items=items)
    study = make_study(
        state="draft", questionnaire=after, debrief_text="Thank you.\n\nBye."
    )

    text = write_preregistration(study)

    assert "words at its two ends (easy to hard) (1 / 2 / 3); must be answered" in text
    assert f"- And {'very ' * 20}much? (a text of their own)" in text
    assert "Debriefing:\n\n> Thank you.\n>\n> Bye." in text
    assert "> We store what you type." in text


def test_one_arm_has_no_reference():
    text = write_preregistration(make_study(state="draft", teachers=["GR"]))

    assert "There is one arm: nothing is compared" in text
    assert "reference" not in text.lower()


# What a registration does not tell, each for a reason.
NOT_TOLD = {
    "internal_title": "the team's own name for it",
    "fee_percent": "what a recruiter takes of the team",
    "completion_url": "where a recruiter takes people back",
    "recruiter_options": "codes, which nobody else may know",
    "preregistration_url": "where this text will be",
    "prices": "worked out of the rest; the fingerprint holds them",
}
STRATA = {"sampling": "stratified", "strata": {"common": 2, "rare": 1}}
PAID = {"pay_amount": Decimal(3), "pays_withdrawn": True}
CHANGED = {
    "title": "Other title",
    "recruiters": ["prolific"],
    "earlier_studies": ["earlier"],
    "hypothesis": "GR is best.",
    "primary_outcome": "gained",
    "primary_test": "ancova",
    "reference_arm": "RD",
    "exclusion_rules": {"used_help": 0},
    "stopping_rule": "At Christmas.",
    "n_planned_looks": 1,
    "equivalence_margin": 0.1,
    "n_concepts": 5,
    "horizon": 17,
    "sampling": "stratified",
    "strata": {"common": 1, "rare": 2},
    "no_repeat": False,
    "learning_seconds": 13,
    "quiz_seconds": 13,
    "review_seconds": 13,
    "grace_seconds": 13,
    "idle_seconds": 13 * 60,
    "postquiz_delay_seconds": 86_400,
    "finish_seconds": 13 * 3600,
    "review_seconds_after_right": 2,
    "shows_result": True,
    "offers_more_time": True,
    "language": "de",
    "about_text": "Other words.",
    "organiser": "The lab",
    "contact": "bob@example.org",
    "ethics_number": "E 13",
    "pay_text": "3 dollars",
    "pay_amount": Decimal(13),
    "currency": "EUR",
    "pays_withdrawn": False,
    "pays_screened_out": True,
    "partial_pay_amount": Decimal("1.3"),
    "partial_pay_text": "a little",
    "debrief_text": "Other words.",
    "left_debrief_text": "Other words.",
    "leavers_read_debrief": True,
    "consent_version": "13",
    "consent_language": "de",
    "consent_text": "Other words.",
    "consent_parts": {"purpose": "Other words."},
    "minimum_age": 13,
    "identities_kept_days": 13,
    "data_kept_days": 13,
    "largest_gap_seconds": 13 * 60,
    "name": "Other name",
    "teacher": "LR",
    "theta": [1, 2, 3],
    "options": {"later": 0.5, "delay": 10},
    "n_places": 13,
}


def test_no_field_of_a_design_is_forgotten():
    known = {*STUDY_FIELDS, *ARM_FIELDS}

    assert known == CHANGED.keys() | NOT_TOLD.keys()


@pytest.mark.parametrize("field", CHANGED)
def test_whatever_the_design_fixes_changes_the_text(field):
    """Whoever reads the text can tell the two designs apart."""
    parts = {"consent_parts": {"purpose": "To know."}}
    study = make_study(state="draft", **{**STRATA, **PAID, **parts})
    study.arms.filter(teacher="GR").update(name="first")
    make_study(state="draft", slug="earlier", deck_version=study.deck_version)
    if field == "options":
        study.arms.filter(name="first").update(teacher="PR")
    if field == "sampling":
        Study.objects.update(sampling="simple", strata={})
    studies = Study.objects.filter(pk=study.pk)
    text = write_preregistration(studies.get())

    arms = study.arms.filter(name="first")
    (arms if field in ARM_FIELDS else studies).update(**{field: CHANGED[field]})

    assert write_preregistration(studies.get()) != text
