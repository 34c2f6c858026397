"""Each field of a design is refused with words when no study could run with it."""

import re
from decimal import Decimal

import pytest
from django.db.models import FloatField, JSONField, PositiveIntegerField

from studies.errors import DesignError
from studies.labels import label_of
from studies.models import Arm, Concept, Questionnaire, Study
from studies.services.design.checks import check_design
from studies.services.design.fields import CHECKS, find_faults
from tests.studies.factories import QUESTIONS, make_study

QUESTION = QUESTIONS[0]
NUMBER = {"id": "n", "kind": "number", "label": "How old?", "required": True}
SCALE = {**QUESTION, "kind": "labelled_scale", "low": "not at all", "high": "much"}
PLAIN = {"id": "p", "kind": "plain", "label": "Now some questions."}
TEXT = {"id": "t", "kind": "text", "label": "Anything else?"}
BAD_NUMBERS = {
    "n_concepts": [0, -1, 2001, 10**400, 1.5, True, None, "3"],
    "horizon": [0, 10_001, 2**31],
    "n_places": [0, 100_001],
    "learning_seconds": [0, -1, 1e308, float("inf"), float("nan"), "20"],
    "quiz_seconds": [0, 3601],
    "review_seconds": [-1, 1e308, None],
    "review_seconds_after_right": [-1, 3601, "1"],
    "grace_seconds": [-1, 1e300],
    "idle_seconds": [0, 1e300],
    "postquiz_delay_seconds": [-1, 1e300],
    "minimum_age": [0, -1, 121, 17.5],
    "identities_kept_days": [0, -1, 36_501, 1.5],
    "data_kept_days": [0, -1, 36_501, 1.5],
    "largest_gap_seconds": [0, 1e300],
    "n_planned_looks": [-1, 6, 1.5, None],
    "equivalence_margin": [0, -0.1, 1.1],
    "pay_amount": [-1, Decimal("NaN"), 1e6],
    "partial_pay_amount": [-1, Decimal("NaN"), 1e6],
    "fee_percent": [-1, 201, None],
    "finish_seconds": [-1, 2_592_001, 1e15, 1e308, None],
}
GOOD = {
    "n_concepts": [1, 2000],
    "horizon": [1, 10_000],
    "n_places": [1, 100_000],
    "learning_seconds": [None, 0.5, 20, 3600],
    "quiz_seconds": [None, 5],
    "review_seconds": [0, 10.0],
    "review_seconds_after_right": [None, 0, 1.5],
    "grace_seconds": [0, 2],
    "idle_seconds": [1800],
    "postquiz_delay_seconds": [0, 604_800],
    "finish_seconds": [0, 7200.0, 2_592_000],
    "pay_amount": [None, 0, Decimal("4.50")],
    "partial_pay_amount": [None, 0, Decimal("1.50")],
    "fee_percent": [0, Decimal("33.3")],
    "currency": ["USD", "EUR"],
    "slug": ["a", "Words_2-b", "x" * 50],
    "preregistration_url": ["", "https://osf.io/abcde"],
    "exclusion_rules": [{}, {"pastes": 0, "used_help": 0}],
    "accepted_warnings": [[], ["one_arm"]],
    "strata": [{}, {"common": 7, "rare": 0}],
    "completion_url": ["", "https://a.example/?cc={code}", "http://a.example:8000"],
    "contact": [
        *("", "ada@example.org", "https://lab.example.org/contact"),
        *("+49 (0)30 1234-567", "030/123456 ext. 12", "555 0100"),
    ],
    "recruiters": [[], ["link"], ["prolific", "mturk"]],
    "recruiter_options": [{}, {"panel": {"preset": "sona", "code_completed": "C1"}}],
    "earlier_studies": [[], ["german"], [f"study-{i}" for i in range(20)]],
    "teacher": ["GR"],
    "theta": [None, [6, 2, 0], [-1e6, 0.5, 1e6]],
    "options": [{}, {"later": 0.5, "delay": 10}, {"later": 1}],
    "prices": [None, {"design": "ab", "by_step": [1.5, 0, -2]}],
    "items": [
        *([], QUESTIONS, [QUESTION, TEXT], [{**TEXT, "options": []}], [SCALE, PLAIN]),
        [{**QUESTION, "kind": "multiple", "screen_out": ["a"]}],
        [{**NUMBER, "min": 1, "max": 120, "screen_out": {"below": 18}}, {**PLAIN}],
        [{**NUMBER, "min": None, "screen_out": {}}, {**SCALE, "screen_out": []}],
    ],
    "consent_parts": [{}, {"purpose": "To learn.", "retention": ""}],
    "minimum_age": [None, 1, 18, 120],
    "identities_kept_days": [None, 1, 365, 36_500],
    "data_kept_days": [None, 1, 365, 36_500],
    "largest_gap_seconds": [None, 1, 600.0],
    "n_planned_looks": [0, 3],
    "equivalence_margin": [None, 0.05, 1],
}
BAD_STRATA = [
    *([1], "x", 5, None, {"common": "7"}, {"common": None}, {"common": 1.5}),
    *({"common": -1}, {"common": [3]}, {"common": True}, {"common": 10**400}),
    *({"": 1}, {"a\x00": 1}, {"x" * 51: 1}),
]
BAD_RULES = [None, [], {"luck": 1}, {"pastes": -1}, {"pastes": "3"}, {"pastes": True}]
BAD_RECRUITERS = [
    *(None, "", "link", 5, True, {}, {"link": 1}, ["Nobody"], ["simulated"]),
    *([["link"]], ["link", None], ["link", 5], ["\ud800"]),
]
BAD_THETA = [
    *(1e308, [1e308] * 3, [10**400, 1, 1], [1e7, 1, 1], "x", "abc", [[1, 2, 3]]),
    *([1, 2], [1, 2, 3, 4], [], {}, 0, "", [1, 2, "3"], [1, 2, None]),
    *([True, 1, 1], [1, 2, float("nan")], [[1], [2], [3]], {"a": 1}),
]
BAD_ITEMS = {
    "an object": ({}, "list"),
    "a text": ("x", "list"),
    "nothing": (None, "list"),
    "too many": ([QUESTION] * 101, "list"),
    "a number": ([5], "braces"),
    "no id": ([{**QUESTION, "id": ""}], "name in the export"),
    "a number as id": ([{**QUESTION, "id": 5}], "name in the export"),
    "a long id": ([{**QUESTION, "id": "x" * 51}], "name in the export"),
    "a control character": ([{**QUESTION, "id": "a\nb"}], "name in the export"),
    "half a character": ([{**QUESTION, "label": "\ud800"}], "what is asked"),
    "no label": ([{"id": "a", "kind": "text"}], "what is asked"),
    "another kind": ([{**QUESTION, "kind": "slider"}], "answered by"),
    "a list as kind": ([{**QUESTION, "kind": []}], "answered by"),
    "no options": ([{"id": "a", "kind": "choice", "label": "?"}], "choose from"),
    "empty options": ([{**QUESTION, "kind": "scale", "options": []}], "choose from"),
    "a text as options": ([{**QUESTION, "options": "ab"}], "list"),
    "numbers as options": ([{**QUESTION, "options": [1, 2]}], "is a text"),
    "equal options": ([{**QUESTION, "options": ["a", "a"]}], "same"),
    "spaces around": ([{**QUESTION, "options": ["a", "b "]}], "spaces"),
    "a text as truth": ([{**QUESTION, "required": "yes"}], "true or false"),
    "no words at an end": (
        [{**SCALE, "low": " "}],
        "words at the low end of the scale",
    ),
    "ends of a choice": ([{**QUESTION, "low": "a"}], "low"),
    "bounds the wrong way": ([{**NUMBER, "min": 9, "max": 1}], "above"),
    "a text as bound": ([{**NUMBER, "min": "1"}], "numbers"),
    "an endless bound": ([{**NUMBER, "max": float("inf")}], "numbers"),
    "required words": ([{**PLAIN, "required": True}], "plain words"),
    "an unknown end": ([{**QUESTION, "screen_out": ["c"]}], "some of the options"),
    "a text as end": ([{**QUESTION, "screen_out": "a"}], "some of the options"),
    "everything an end": ([{**QUESTION, "screen_out": ["b", "a"]}], "Nobody"),
    "an end to skip": (
        [{**QUESTION, "required": False, "screen_out": ["a"]}],
        "must be answered",
    ),
    "a list of numbers as end": ([{**NUMBER, "screen_out": [3]}], "below"),
    "an end of words": ([{**PLAIN, "screen_out": ["a"]}], "screen_out"),
    "something else": ([{**QUESTION, "colour": float("nan")}], "colour"),
    "the same id": ([QUESTION, TEXT, QUESTION], "Question 1 has this name"),
}


def pairs(values):
    return [(name, value) for name, several in values.items() for value in several]


def test_what_a_study_can_run_with_is_accepted():
    for name, value in pairs(GOOD):
        assert find_faults({name: value}) == {}, value


def test_every_checked_field_has_good_values_here():
    assert GOOD.keys() == CHECKS.keys()


@pytest.mark.parametrize("model", [Study, Arm, Questionnaire])
def test_every_number_and_all_json_of_a_design_is_checked(model):
    free = {
        field.name
        for field in model._meta.fields
        if isinstance(field, FloatField | JSONField | PositiveIntegerField)
    }

    assert free <= CHECKS.keys()


@pytest.mark.parametrize(("name", "values"), BAD_NUMBERS.items(), ids=BAD_NUMBERS)
def test_a_number_out_of_range_is_told_its_range(name, values):
    for value in values:
        (fault,) = find_faults({name: value})[name]

        assert " from " in fault, value
        assert " to " in fault, value


@pytest.mark.parametrize(
    "contact", ["not an address", "ada@", "1234", "www.example.org", "javascript:1"]
)
def test_nobody_is_reached_by_a_contact_that_is_no_address(contact):
    (fault,) = find_faults({"contact": contact})["contact"]

    assert "an e-mail address, a phone number, or a web address" in fault


@pytest.mark.parametrize("strata", BAD_STRATA)
def test_strata_of_a_wrong_shape_are_refused(strata):
    assert len(find_faults({"strata": strata})["strata"]) == 1


@pytest.mark.parametrize("rules", BAD_RULES)
def test_exclusion_rules_are_those_there_are_with_a_threshold(rules):
    assert len(find_faults({"exclusion_rules": rules})["exclusion_rules"]) == 1


@pytest.mark.parametrize(
    "options",
    [
        *(None, [], "later", 5, {"sooner": 1}, {"later": 2}, {"later": "1"}),
        *({"later": True}, {"later": float("nan")}, {"delay": 0}, {"delay": 1.5}),
    ],
)
def test_teachers_are_told_numbers_within_their_bounds(options):
    assert len(find_faults({"options": options})["options"]) == 1


@pytest.mark.parametrize(
    "prices",
    [
        *([], "x", 5, {}, {"by_step": [1]}, {"design": 5, "by_step": [1]}),
        *({"design": "a", "by_step": x} for x in (None, "12", [None], [float("inf")])),
    ],
)
def test_prices_of_a_wrong_shape_are_refused(prices):
    assert len(find_faults({"prices": prices})["prices"]) == 1


def test_recruiters_of_a_wrong_shape_are_shown_right_ones():
    for recruiters in BAD_RECRUITERS:
        (fault,) = find_faults({"recruiters": recruiters})["recruiters"]

        assert '["link"]' in fault, recruiters


def test_a_theta_of_a_wrong_shape_is_shown_a_right_one():
    for theta in BAD_THETA:
        (fault,) = find_faults({"theta": theta})["theta"]

        assert "[6, 2, 0]" in fault, theta


@pytest.mark.parametrize(
    "address",
    [
        *("hello", "javascript:alert(1)", "//a.example", "ftp://a.example", "https://"),
        *("https://[", "https://a.example/a b", ["https://a.example"], 5),
    ],
)
def test_a_way_back_that_is_no_web_page_is_refused(address):
    (fault,) = find_faults({"completion_url": address})["completion_url"]

    assert "https://" in fault


@pytest.mark.parametrize("held", ["{cod}", "{Code}", "{}", "{code", "}"])
def test_a_way_back_names_what_it_does_not_fill_in(held):
    address = f"https://a.example/?p={{person}}&c={held}"

    (fault,) = find_faults({"completion_url": address})["completion_url"]

    assert fault.startswith(f"{held} is not filled in")
    assert "only {code}, {person} and {assignment} are" in fault


@pytest.mark.parametrize("teacher", ["XX", "", None, [], {}])
def test_an_unknown_teacher_is_told_the_known_ones(teacher):
    (fault,) = find_faults({"teacher": teacher})["teacher"]

    assert "GR, LR" in fault


def test_a_question_nobody_could_answer_is_told_what_it_lacks():
    for what, (items, word) in BAD_ITEMS.items():
        (fault,) = find_faults({"items": items})["items"]

        assert word in fault, what


def test_every_question_is_named_with_all_that_it_lacks():
    faults = find_faults({"items": [QUESTION, {}, {"id": "b", "kind": "scale"}]})

    assert [fault.split(":")[0] for fault in faults["items"]] == [
        *("Question 2", "Question 2", "Question 2"),
        *("Question 3", "Question 3"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [
        *({"learning_seconds": 1e308}, {"idle_seconds": 1e300}, {"horizon": 10_001}),
        *({"finish_seconds": 1e15}, {"recruiters": {}}, {"recruiters": [["link"]]}),
        *({"earlier_studies": names} for names in ({}, ["a", "a"], [1], ["x"] * 21)),
        *({"strata": strata} for strata in ([1], "x", {"common": "7"})),
    ],
)
def test_a_design_stored_in_another_way_does_not_open(changes):
    (name,) = changes

    with pytest.raises(DesignError, match=re.escape(label_of(name))):
        make_study(**changes)


@pytest.mark.django_db
@pytest.mark.parametrize("items", [{"a": 1}, [5], [{"id": "a", "kind": "choice"}]])
def test_a_study_with_questions_nobody_could_answer_does_not_open(items):
    questions = Questionnaire.objects.create(name="bad", items=items)
    study = make_study(state="draft", questionnaire=questions)

    with pytest.raises(DesignError, match="Questions after: "):
        check_design(study)


@pytest.mark.django_db
def test_questions_after_the_cards_screen_nobody_out():
    screening = [{**QUESTION, "screen_out": ["b"]}]
    questions = Questionnaire.objects.create(name="bad", items=screening)
    make_study(questions_before=questions, questionnaire=None)

    with pytest.raises(DesignError, match="only questions before the cards"):
        make_study(slug="other", questionnaire=questions)


@pytest.mark.parametrize(
    "parts", [None, [], {"colour": "x"}, {"purpose": 5}, {"risks": "x" * 5001}]
)
def test_consent_parts_of_a_wrong_shape_are_refused(parts):
    assert len(find_faults({"consent_parts": parts})["consent_parts"]) == 1


@pytest.mark.django_db
def test_a_deck_whose_theta_nobody_can_teach_by_does_not_open():
    study = make_study(state="draft")
    Concept.objects.filter(number=2).update(theta_b=1e308)

    with pytest.raises(DesignError, match="Concept 2"):
        check_design(study)


@pytest.mark.django_db
def test_arms_with_a_theta_of_their_own_need_none_of_the_deck():
    study = make_study(state="draft")
    Concept.objects.filter(number=2).update(theta_b=1e308)
    study.arms.update(theta=[6, 2, 0])

    check_design(study)
