"""One report says what stops a launch, by field, and what is only doubtful."""

from decimal import Decimal

import pytest

from studies.models import Questionnaire
from studies.services.design.checks import report_on
from studies.services.design.question_templates import ask
from tests.studies.factories import QUESTIONS, Person, make_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"consent_text": " "}, "consent_parts"),
        ({"contact": ""}, "contact"),
        ({"horizon": 2}, "horizon"),
        ({"sampling": "stratified", "strata": {"common": 1}}, "strata"),
        ({"n_concepts": 17, "horizon": 17}, "n_concepts"),
        ({"teachers": ("XX",)}, "arms.0.teacher"),
        ({"teachers": ()}, "arms"),
        ({"reference_arm": "XX"}, "reference_arm"),
        ({"reference_arm": ""}, "reference_arm"),
        ({"recruiters": [], "accepts_simulated": False}, "recruiters"),
        ({"completion_url": "hello"}, "completion_url"),
    ],
)
def test_an_error_is_told_at_its_field(changes, field):
    study = make_study(state="draft", **changes)

    assert list(report_on(study).errors) == [field]


def test_a_written_purpose_is_consent_enough():
    study = make_study(
        state="draft", consent_text="", consent_parts={"purpose": "To learn."}
    )

    assert report_on(study).errors == {}


def test_questions_before_without_options_stop_a_launch():
    asked = Questionnaire.objects.create(
        name="Q", items=[{"id": "a", "kind": "choice", "label": "?", "options": []}]
    )
    study = make_study(state="draft", questions_before=asked)

    (fault,) = report_on(study).errors["questions_before"]

    assert "Question 1" in fault


def test_what_is_missing_is_told_even_where_a_number_is_wrong():
    study = make_study(state="draft", n_concepts=2001, contact="")

    assert set(report_on(study).errors) == {"n_concepts", "contact"}


def codes(study):
    return {warning.code for warning in report_on(study).warnings}


SOUND = {
    "hypothesis": "GR is best.",
    "pay_amount": Decimal(5),
    "preregistration_url": "https://osf.io/abcde",
    "completion_url": "https://example.org/{code}",
    "recruiter_options": {
        "panel": {"preset": "sona", "way_back": "https://sona.example/{person}"}
    },
}


def test_a_sound_design_has_no_warnings():
    study = make_study(state="pilot", **SOUND)
    Person(study, name="A1").finish()
    study.sessions.update(purpose="preview")
    Person(study, name="A2").finish()

    assert report_on(study).warnings == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"horizon": 5}, "few_steps"),
        ({"teachers": ("GR",)}, "one_arm"),
        ({"review_seconds": 0.001}, "short_review_seconds"),
        ({"review_seconds_after_right": 0.5}, "short_review_seconds_after_right"),
        ({"pay_amount": Decimal("0.10")}, "low_pay"),
        ({"pay_amount": None}, "low_pay"),
        ({"preregistration_url": ""}, "no_preregistration"),
        ({"hypothesis": " "}, "no_hypothesis"),
        ({"hypothesis": "GR beats LR."}, "hypothesis_of_no_arm"),
        ({"exclusion_rules": {"used_help": 0}}, "rule_used_help"),
        (
            {"exclusion_rules": {"missed_cards": 2}, "learning_seconds": None},
            "rule_missed_cards",
        ),
        ({"exclusion_rules": {"missed_cards": 6}}, "rule_missed_cards"),
        ({"exclusion_rules": {"pastes": 12}}, "rule_pastes"),
        ({"exclusion_rules": {"minutes": 1}}, "rule_minutes"),
        ({"debrief_text": "Vielen Dank. Wir sehen es."}, "other_language"),
        ({"title": "An empty study"}, "working_title"),
        ({"language": "de", "consent_language": "en"}, "two_languages"),
        ({"completion_url": ""}, "no_way_back_to_prolific"),
        ({}, "no_pilot"),
    ],
)
def test_a_doubt_has_a_code_to_accept_it_by(changes, code):
    sound = {**SOUND, "recruiters": ["link", "prolific"]}
    study = make_study(state="draft", **{**sound, **changes})

    assert codes(study) == {code, "no_pilot", "not_tried"}


def test_a_study_was_tried_when_somebody_came_to_the_end():
    study = make_study(state="pilot")
    person = Person(study).go_to("learning", 1)
    study.sessions.update(purpose="preview")
    assert "not_tried" in codes(study)

    person.finish()

    assert "not_tried" not in codes(study)


@pytest.mark.parametrize("part", ["retention", "withdrawal"])
def test_a_consent_says_how_long_data_is_kept_and_can_be_deleted(part):
    parts = {"purpose": "To know.", "retention": "A year.", "withdrawal": "A week."}
    study = make_study(state="draft", consent_text="", consent_parts=parts)
    assert not {"no_retention", "no_withdrawal"} & codes(study)

    study.consent_parts = {**parts, part: " "}

    fields = {each.code: each.field for each in report_on(study).warnings}
    assert fields[f"no_{part}"] == f"consent_parts.{part}"
    study.consent_text = "As approved."
    assert f"no_{part}" not in codes(study)


def test_rules_that_can_exclude_somebody_are_not_doubted():
    rules = {"used_help": 0, "missed_cards": 5, "pastes": 11, "blurs": 0, "minutes": 99}
    asked = Questionnaire.objects.create(name="Q", items=ask("honesty"))
    study = make_study(state="draft", exclusion_rules=rules, questionnaire=asked)
    assert not [code for code in codes(study) if code.startswith("rule_")]

    asked.items[0]["options"] = ["Never", "Once"]

    assert "rule_used_help" in codes(study)


@pytest.mark.parametrize(
    ("theta", "words"),
    [
        ([-0.1, 2, 0], "a right answer makes people forget sooner"),
        ([0, 0, 0], "nothing is ever learnt"),
        ([0, 0.1, 0], None),
        ([6, -1, -2], None),
    ],
)
def test_memory_that_practice_harms_is_told_beside_the_arm(theta, words):
    study = make_study(state="draft")
    study.arms.filter(name="RD").update(theta=theta)

    said = {each.field: each.words for each in report_on(study).warnings}

    assert (words in said["arms.1.theta"]) if words else ("arms.1.theta" not in said)


def test_simulated_people_are_no_pilot():
    study = make_study(state="pilot")
    Person(study).finish()
    study.sessions.update(purpose="simulated")

    (words,) = [w.words for w in report_on(study).warnings if w.code == "no_pilot"]

    assert words == "No real person has finished a pilot of it."


def test_somebody_must_say_which_panel_it_is():
    study = make_study(state="draft", recruiters=["panel"], recruiter_options={})

    assert list(report_on(study).errors) == ["recruiter_options"]


def test_whoever_recruits_at_prolific_is_asked_for_its_code():
    study = make_study(state="draft", recruiters=["prolific"], completion_url="")

    (words,) = [w.words for w in report_on(study).warnings if "way_back" in w.code]

    assert "enter the code that Prolific shows for those who finish" in words


CODED = {"code_completed": "DONE"}


@pytest.mark.parametrize(
    ("recruiter", "told", "is_warned"),
    [
        ("prolific", CODED, True),
        ("prolific", {}, True),
        ("prolific", {"code_withdrawn": "LEFT"}, False),
        ("panel", {"preset": "connect", **CODED}, True),
        ("panel", {"preset": "connect"}, False),
    ],
)
def test_an_end_that_is_paid_needs_a_code_of_its_own(recruiter, told, is_warned):
    options = {recruiter: told}
    given = {"recruiters": [recruiter], "recruiter_options": options}
    study = make_study(state="draft", **given)
    code = f"no_code_of_{recruiter}_withdrawn"
    assert code not in codes(study)

    study.pays_withdrawn = True

    found = {each.code: each for each in report_on(study).warnings}
    assert (code in found) is is_warned
    if is_warned:
        assert found[code].field == f"recruiter_options.{recruiter}.code_withdrawn"
        assert "for those who leave early: they are asked to hand in" in (
            found[code].words
        )


def test_a_design_that_screens_out_needs_a_code_for_it():
    asked = Questionnaire.objects.create(
        name="Q", items=[{**QUESTIONS[0], "screen_out": ["a"]}]
    )
    given = {"recruiters": ["prolific"], "recruiter_options": {"prolific": CODED}}
    study = make_study(state="draft", questions_before=asked, **given)

    found = {each.code: each.words for each in report_on(study).warnings}

    assert "return what they accepted" in found["no_code_of_prolific_screened_out"]


@pytest.mark.parametrize(
    ("others", "options", "told"),
    [
        (["personal", "prolific"], {}, "Prolific, personal links"),
        (["link", "mturk"], {}, ""),
        (["personal"], {"way_back": "https://sona.example/{person}"}, ""),
    ],
)
def test_a_way_back_to_a_panel_that_others_go_is_a_doubt(others, options, told):
    study = make_study(
        state="draft",
        recruiters=["panel", *others],
        recruiter_options={"panel": {"preset": "sona", **options}},
        completion_url="https://sona.example/{person}",
    )

    found = {each.code: each.words for each in report_on(study).warnings}

    assert ("shared_way_back" in found) == bool(told)
    assert told in found.get("shared_way_back", "")


def test_who_is_not_at_prolific_needs_no_way_back():
    study = make_study(state="draft", recruiters=["link", "mturk"], completion_url="")

    assert "no_way_back_to_prolific" not in codes(study)


@pytest.mark.parametrize("is_paid", [True, False])
def test_paying_those_nothing_who_are_screened_out_is_a_doubt(is_paid):
    asked = Questionnaire.objects.create(
        name="Q", items=[{**QUESTIONS[0], "screen_out": ["a"]}]
    )
    given = {"questions_before": asked, "pay_text": "4 dollars"}
    study = make_study(state="draft", pays_screened_out=is_paid, **given)

    assert ("unpaid_screened_out" in codes(study)) is not is_paid


@pytest.mark.parametrize(
    ("recruiters", "currency", "doubted"),
    [
        (["mturk"], "USD", set()),
        (["mturk", "link"], "GBP", {"currency_of_mturk"}),
        (["prolific"], "GBP", set()),
        (["prolific"], "EUR", {"currency_of_prolific"}),
        (["link", "panel"], "JPY", set()),
    ],
)
def test_pay_is_in_a_currency_of_the_recruiter(recruiters, currency, doubted):
    study = make_study(
        state="draft", recruiters=recruiters, currency=currency, pay_amount=Decimal(4)
    )

    found = {code for code in codes(study) if code.startswith("currency_")}

    assert found == doubted


def test_what_prolific_said_of_the_currency_is_told_in_the_design():
    study = make_study(state="draft", recruiters=["prolific"], pay_amount=Decimal(4))
    account = {"recruiter": "prolific", "environment": "production"}
    study.accounts.create(**account, currency="GBP", task="6f0c")

    assert "currency_of_prolific" in codes(study)


@pytest.mark.parametrize(
    ("recruiters", "pays", "is_warned"),
    [(["mturk"], True, True), (["mturk"], False, False), (["prolific"], True, False)],
)
def test_a_part_at_mechanical_turk_may_become_the_whole(recruiters, pays, is_warned):
    study = make_study(state="draft", recruiters=recruiters, pays_withdrawn=pays)

    found = {each.code: each for each in report_on(study).warnings}

    assert ("part_at_mturk" in found) is is_warned
    if is_warned:
        assert found["part_at_mturk"].field == "partial_pay_amount"
        assert "pays the whole reward" in found["part_at_mturk"].words


def test_a_part_of_nothing_is_a_doubt():
    study = make_study(state="draft", pays_withdrawn=True, partial_pay_amount=0)

    assert "part_of_nothing" in codes(study)


def test_an_open_link_may_pay_nothing():
    study = make_study(state="draft", recruiters=["link"])

    assert "low_pay" not in codes(study)


@pytest.mark.parametrize("pays", ["pays_withdrawn", "pays_screened_out"])
@pytest.mark.parametrize(
    ("recruiters", "is_doubted"), [(["link"], True), (["mturk"], False)]
)
def test_paying_leavers_who_come_by_the_open_link_is_a_doubt(
    pays, recruiters, is_doubted
):
    study = make_study(state="draft", recruiters=recruiters, **{pays: True})

    assert ("pays_anybody" in codes(study)) is is_doubted


@pytest.mark.parametrize("pays", ["pays_withdrawn", "pays_screened_out"])
@pytest.mark.parametrize(("told", "is_doubted"), [(" ", True), ("1 dollar", False)])
def test_a_part_that_is_not_told_in_words_is_a_doubt(pays, told, is_doubted):
    study = make_study(state="draft", partial_pay_text=told, **{pays: True})

    fields = {each.code: each.field for each in report_on(study).warnings}

    expected = "partial_pay_text" if is_doubted else None
    assert fields.get("part_without_words") == expected


def test_an_amount_is_words_enough_and_more_than_the_whole_is_a_doubt():
    part = {"pays_withdrawn": True, "pay_amount": Decimal(5)}
    study = make_study(state="draft", partial_pay_amount=Decimal(5), **part)
    assert not {"part_without_words", "part_above_pay"} & set(codes(study))

    study.partial_pay_amount = Decimal("5.01")

    assert "part_above_pay" in codes(study)


def test_the_wage_is_that_of_the_site(settings):
    settings.MINIMUM_HOURLY_PAY = 1000
    study = make_study(state="draft", pay_amount=Decimal(5))

    assert "low_pay" in codes(study)


def test_accepted_warnings_are_not_asked_about_again():
    study = make_study(state="draft", teachers=("GR",), accepted_warnings=["one_arm"])

    left = report_on(study).unaccepted(study)

    assert "one_arm" in codes(study)
    assert "one_arm" not in {warning.code for warning in left}


@pytest.mark.parametrize(
    ("recruiters", "warned"), [(["link"], True), (["prolific"], False)]
)
def test_screening_by_an_open_link_is_doubtful(recruiters, warned):
    item = {"id": "q", "kind": "choice", "label": "A pet?", "options": ["a", "b"]}
    before = Questionnaire.objects.create(
        name="before", items=[{**item, "required": True, "screen_out": ["b"]}]
    )

    study = make_study(state="draft", recruiters=recruiters, questions_before=before)

    assert ("screens_strangers" in codes(study)) == warned
