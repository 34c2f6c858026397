"""What participants agree to."""

from decimal import Decimal
from importlib import import_module

import pytest
from django.apps import apps

from studies.errors import AgeMissingError
from studies.models import (
    ConsentRecord,
    ConsentText,
    Questionnaire,
    SessionDevice,
    Study,
)
from studies.models.log import EventKind
from studies.recruitment import Arrival
from studies.services.enrolment.consent import (
    COLLECTED,
    CONSENT_PARTS,
    build_consent,
    find_given_consent,
    hash_consent,
)
from studies.services.enrolment.consent_words import WORDS
from studies.services.enrolment.joining import join_study
from studies.services.session.settings import freeze_settings
from studies.services.session.submission import CLIENT_NUMBERS
from tests.studies.factories import NOON, QUESTIONS, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
PARTS = {part.name: f"Own words on {part.name}." for part in CONSENT_PARTS}


def make_draft(**changes):
    return make_study(state="draft", **changes)


@pytest.mark.parametrize("language", WORDS)
def test_no_study_leaves_away_what_is_stored(language):
    text = build_consent(make_draft(consent_language=language))

    told = {*COLLECTED.values(), "answers", "consent", "device"}
    assert all(WORDS[language].stored[name] in text for name in told)


def test_whatever_a_browser_tells_has_words_in_the_consent():
    assert COLLECTED.keys() == {*CLIENT_NUMBERS, *EventKind.values}
    kept = {field.name for field in SessionDevice._meta.fields} - {"id", "session"}
    assert kept == {"kind", "browser", "viewport", "touch", "was_here_before"}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("is_on", [True, False])
def test_what_a_browser_remembers_is_told_where_it_does(language, is_on):
    options = {"link": {"once_per_browser": True}} if is_on else {}
    study = make_draft(consent_language=language, recruiter_options=options)

    assert (WORDS[language].stored["once"] in build_consent(study)) == is_on


def test_a_consent_names_the_panel_and_the_label():
    study = make_draft(
        recruiters=["panel", "personal"],
        recruiter_options={"panel": {"preset": "sona"}},
    )

    text = build_consent(study)

    assert "your id at Sona, apart from your answers" in text
    assert WORDS["en"].stored["label"] in text


def test_a_text_of_its_own_stays_before_the_part_on_data():
    text = build_consent(make_draft(consent_text="Our terms.\n", minimum_age=18))

    assert text.startswith("Our terms.\n\nYou must be at least 18 years old.\n\n# What")
    assert "# What happens" not in text


def test_parts_stand_beside_what_the_design_says_by_itself():
    text = build_consent(
        make_draft(
            consent_parts=PARTS,
            pay_text="4 dollars",
            pays_withdrawn=True,
            organiser="The Lab",
            postquiz_delay_seconds=86_400,
        )
    )

    assert all(words in text for words in PARTS.values())
    assert "you get 4 dollars, however many you get right. If you stop" in text
    assert "learn them with 6 flashcards" in text
    assert "The last part opens 24 hours after" in text
    assert "How long it is kept: Own words on retention." in text
    assert "Until when this is possible: Own words on withdrawal." in text


@pytest.mark.parametrize(
    ("language", "amount"), [("en", "2.50 EUR"), ("de", "2,50 EUR")]
)
def test_an_amount_without_words_of_its_own_is_told_as_the_pay(
    client, language, amount
):
    """Neither the consent nor the facts above it say that there is none."""
    study = make_study(
        language=language,
        consent_language=language,
        consent_parts=PARTS,
        pay_amount=Decimal("2.5"),
        pays_withdrawn=True,
        partial_pay_amount=Decimal("2.5"),
        currency="EUR",
    )
    unpaid, words = build_consent(make_draft(slug="b", consent_parts=PARTS)), WORDS

    page = client.get(f"/join/{study.slug}/").content.decode()

    assert words[language].pay.format(pay=amount) in build_consent(study)
    part = words[language].paid_after_stopping.format(partly=amount)
    assert part in build_consent(study)
    assert freeze_settings(study).partial_pay_text == amount
    assert words[language].no_pay not in page
    assert f"<dd>{amount}, " in page
    assert words["en"].no_pay in unpaid


@pytest.mark.parametrize(
    ("language", "fact", "said"),
    [
        ("en", "usually about 1 minute, at most 1<", "takes about a minute, at most"),
        ("de", "meist etwa 1 Minute, höchstens 1<", "etwa eine Minute, höchstens"),
    ],
)
def test_one_minute_is_not_called_minutes(monkeypatch, client, language, fact, said):
    for name in ("INSTRUCTIONS_SECONDS", "INTRODUCTION_SECONDS"):
        monkeypatch.setattr(f"studies.services.session.showing.progress.{name}", 5)
    study = make_study(
        n_concepts=1,
        horizon=1,
        learning_seconds=2,
        quiz_seconds=2,
        review_seconds=1,
        language=language,
        consent_language=language,
        consent_parts=PARTS,
    )

    page = client.get(f"/join/{study.slug}/").content.decode()

    assert fact in page
    assert said in page


def test_an_empty_part_makes_no_section():
    text = build_consent(
        make_draft(consent_parts={"purpose": "To learn.", "risks": ""})
    )

    assert "# What this is for\n\nTo learn." in text
    assert "# Risks" not in text


@pytest.mark.parametrize(
    ("recruiters", "named"),
    [
        (["link"], ""),
        (["link", "prolific"], "your id at Prolific, apart"),
        (
            ["mturk", "prolific"],
            "come from (Amazon Mechanical Turk or Prolific), apart",
        ),
    ],
)
def test_ids_of_recruiters_are_told_where_there_are_any(recruiters, named):
    text = build_consent(make_draft(recruiters=recruiters))

    assert ("your id at" in text) == bool(named)
    assert named in text


@pytest.mark.parametrize("ends", [[], ["a"]])
def test_who_may_be_screened_out_reads_what_becomes_of_their_answers(ends):
    items = [{**QUESTIONS[0], "screen_out": ends}]
    before = Questionnaire.objects.create(name="before", items=items)

    text = build_consent(make_draft(questions_before=before))

    assert ("they are not kept" in text) == bool(ends)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(
    ("changes", "stopping", "screened"),
    [
        ({"pay_text": "4 dollars"}, True, True),
        ({"pay_text": "4 dollars", "pays_withdrawn": True}, False, True),
        ({"pay_text": "4 dollars", "pays_screened_out": True}, True, False),
        ({"pay_text": ""}, False, False),
    ],
)
def test_who_would_get_nothing_reads_so_before_agreeing(
    language, changes, stopping, screened
):
    items = [{**QUESTIONS[0], "screen_out": ["a"]}]
    before = Questionnaire.objects.create(name="before", items=items)
    given = {"consent_parts": PARTS, "consent_language": language, **changes}

    text = build_consent(make_draft(questions_before=before, **given))

    words = WORDS[language]
    assert (words.unpaid_after_stopping in text) == stopping
    assert (words.unpaid_when_screened_out in text) == screened


@pytest.mark.parametrize("language", ["", "de", "fr"])
def test_the_words_are_in_the_language_of_the_consent_or_of_the_pages(language):
    german = make_draft(language="de", consent_language=language)

    assert "# Was gespeichert wird" in build_consent(german)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(
    ("recruiters", "kinds"),
    [
        (["link"], []),
        (["prolific"], ["recruiter"]),
        (["personal"], ["label"]),
        (["prolific", "personal", "link"], ["recruiter", "label"]),
    ],
)
def test_what_people_are_known_by_is_not_under_a_random_name(
    language, recruiters, kinds
):
    words = WORDS[language]

    text = build_consent(make_draft(language=language, recruiters=recruiters))

    what = words.either.join(words.known_by[kind] for kind in kinds)
    assert (words.stored_how in text) is (kinds == [])
    assert (words.stored_how_but.format(what=what) in text) is bool(kinds)


def test_the_words_are_hashed_and_kept_once_for_all_who_agreed(study):
    one, two = Person(study), Person(study)
    Study.objects.update(consent_text="Other words.")
    three = Person(study)

    hashes = [each.session.consent.text_hash for each in (one, two, three)]
    assert hashes[0] == hashes[1] == hash_consent(build_consent(study)) != hashes[2]
    assert ConsentText.objects.count() == 2
    assert "Other words." not in find_given_consent(one.session).text


def test_words_agreed_to_before_they_were_kept_are_kept_from_now_on(person):
    Study.objects.update(consent_text="Long ago.")
    ConsentText.objects.all().delete()
    ConsentRecord.objects.update(text_hash=hash_consent("Long ago."))

    import_module("studies.migrations.0030_texts_of_consents").keep_texts(apps, None)

    assert find_given_consent(person.session).text == "Long ago."


@pytest.mark.parametrize("name", ["", "A1X"])
def test_where_there_is_a_least_age_consent_alone_is_not_enough(name):
    study = make_study(minimum_age=18)
    arrival = Arrival("mturk", name, assignment="AS1") if name else Arrival()

    with pytest.raises(AgeMissingError):
        join_study(slug="study", consent=True, arrival=arrival, now=NOON)
    assert not study.sessions.exists()

    joined = join_study(
        slug="study", consent=True, is_of_age=True, arrival=arrival, now=NOON
    )
    assert joined.is_new
    assert study.sessions.get().consent.minimum_age == 18
