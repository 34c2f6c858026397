"""A design travels as a file, and begins as a study of whoever brings it."""

import json
from decimal import Decimal

import pytest

from studies.errors import FaultyDesignError
from studies.models import AuditEntry, Membership, Questionnaire, Study
from studies.services.design.checks import report_on
from studies.services.design.lifecycle import fingerprint_design
from studies.services.drafting.documents import (
    clone_study,
    import_study,
    write_design,
)
from studies.services.drafting.templates import TEMPLATES, begin_from_template
from studies.services.links.fees import fee_percent_of
from tests.studies.factories import NOON, QUESTIONS, make_deck_version, make_study

pytestmark = pytest.mark.django_db
# As deep as JSON is read, which is deeper than all that looks at it can go.
DEEP = b'{"format": ' + b"[" * 900 + b"]" * 900 + b"}"


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_user("ada")


@pytest.fixture
def written():
    study = make_study(
        questions_before=Questionnaire.objects.create(name="B", items=QUESTIONS),
        pay_amount=Decimal("4.50"),
        exclusion_rules={"pastes": 3},
        consent_parts={"purpose": "To learn."},
    )
    study.arms.filter(name="RD").update(theta=[10, 5, 0.5])
    return write_design(study)


def read(data, ada):
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return import_study(content=content, user_id=ada.pk, who="ada", now=NOON)


def test_a_design_comes_back_with_the_same_fingerprint(written, ada):
    copy = Study.objects.get(pk=read(written, ada).pk)

    assert fingerprint_design(copy) == written["fingerprint"]
    assert write_design(copy) == written
    assert (copy.state, copy.pay_amount) == ("draft", Decimal("4.50"))
    assert copy.slug != "study"


def test_who_brings_a_design_owns_the_study(written, ada):
    copy = read(written, ada)

    assert Membership.objects.get(study=copy).user == ada
    assert AuditEntry.objects.get(study=copy).action == "created"


def test_studies_of_the_same_design_are_told_apart(written, ada):
    study = Study.objects.get(slug="study")
    names = [read(written, ada).name for _ in range(3)]
    copies = [
        clone_study(study=study, user_id=ada.pk, who="ada", now=NOON).name
        for _ in range(2)
    ]

    dated = "Study, imported on 2026-03-01"
    assert names == ["Study", dated, f"{dated} (2)"]
    assert copies == ["Copy of Study", "Copy 2 of Study"]


def test_an_incomplete_draft_travels_too(ada):
    written = write_design(make_study(state="draft", contact="", teachers=()))

    assert "contact" in report_on(read(written, ada)).errors


def test_a_clone_is_a_draft_of_ones_own(study, ada):
    copy = clone_study(study=study, user_id=ada.pk, who="ada", now=NOON)

    assert (copy.title, copy.name) == ("Study", "Copy of Study")
    assert fingerprint_design(copy) == study.fingerprint
    assert copy.seed != study.seed


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Copy of Words", "Copy of Words"),
        ("Copy 2 of Copy of Words", "Copy of Words"),
        ("Copying of words", "Copy of Copying of words"),
        ("Copy of ", "Copy of Copy of "),
        ("x" * 200, f"Copy of {'x' * 192}"),
    ],
)
def test_a_copy_of_a_copy_is_named_after_the_first(study, ada, name, expected):
    study.internal_title = name

    copy = clone_study(study=study, user_id=ada.pk, who="ada", now=NOON)

    assert copy.name == expected


def test_a_clone_knows_the_panel_and_none_of_its_codes(study, ada):
    study.recruiter_options = {
        "panel": {"preset": "sona", "code_completed": "C1"},
        "prolific": {"code_completed": "C2"},
    }

    clone = clone_study(study=study, user_id=ada.pk, who="ada", now=NOON)

    assert clone.recruiter_options == {
        "panel": {"preset": "sona"},
        "prolific": {"fee_percent": "33"},
    }


@pytest.mark.parametrize(
    ("recruiters", "told", "fee"),
    [
        (["prolific"], {}, "42.8"),
        (["prolific"], {"fee_percent": "33.3"}, "33.3"),
        (["prolific", "mturk"], {}, "42.8"),
    ],
)
def test_a_file_with_one_fee_for_all_gives_it_to_prolific(
    written, ada, recruiters, told, fee
):
    older = {"recruiters": recruiters, "recruiter_options": {"prolific": told}}
    written["study"].update(older, fee_percent="42.80")

    study = read(written, ada)

    assert fee_percent_of(study, "prolific") == Decimal(fee)


def test_the_fee_of_turk_is_not_taken_for_that_of_prolific(written, ada):
    older = {"recruiters": ["prolific", "mturk"], "recruiter_options": {}}
    written["study"].update(older, fee_percent="20.00")

    study = read(written, ada)

    assert [fee_percent_of(study, name) for name in study.recruiters] == [33, 20]


def test_an_unknown_deck_is_told_in_words(written, ada):
    written["deck"]["fingerprint"] = "0" * 64

    with pytest.raises(FaultyDesignError) as caught:
        read(written, ada)

    (fault,) = caught.value.faults
    assert "“words”, version 1" in fault
    assert "version 1 of it, with other content" in fault


def broken(written, **changes):
    return {**written, "study": {**written["study"], **changes}}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        (
            {"horizon": 0},
            "Cards in the learning part: This must be a whole number from 1 to 10,000.",
        ),
        (
            {"horizon": "many"},
            "Cards in the learning part: This must be a whole number from 1 to 10,000.",
        ),
        (
            {"learning_seconds": 10**400},
            "Seconds to answer a card: This must be a number",
        ),
        ({"primary_outcome": "luck"}, "Primary outcome: This must be one of "),
        ({"title": "a\u0000b"}, "characters"),
        ({"seed": "00"}, "“seed”"),
        ({"state": "live"}, "“state”"),
        ({"strata": [1]}, "How many of each level"),
        ({"pay_amount": "a lot"}, "Pay for finishing: This must be a number"),
    ],
)
def test_a_wrong_value_is_named_and_nothing_is_kept(written, ada, changes, word):
    n_before = Study.objects.count()

    with pytest.raises(FaultyDesignError) as caught:
        read(broken(written, **changes), ada)

    assert word in " ".join(caught.value.faults)
    assert Study.objects.count() == n_before


def test_places_beyond_counting_are_refused(written, ada):
    for arm in written["arms"]:
        arm["n_places"] = int("9" * 4300)

    with pytest.raises(FaultyDesignError) as caught:
        read(written, ada)

    assert "these are far more" in " ".join(caught.value.faults)


def test_every_fault_is_told_at_once(written, ada):
    written["arms"].append({"name": "GR", "teacher": "XX"})
    written["questions"]["after"] = [{"id": "q"}]

    with pytest.raises(FaultyDesignError) as caught:
        read(broken(written, horizon=0), ada)

    told = " ".join(caught.value.faults)
    for word in ("Cards in the", "no teacher “XX”", "same name", "Questions after"):
        assert word in told


@pytest.mark.parametrize(
    "content",
    [b"", b"no", b"[]", b"{}", b"[" * 99_999, b"\xff", b'{"format": NaN}', DEEP],
)
def test_what_is_no_design_is_refused(content, ada):
    with pytest.raises(FaultyDesignError):
        read(content, ada)


@pytest.mark.parametrize(
    ("code", "arms", "n_places"),
    [
        ("german", ["GR", "LR", "RR", "RD"], 20),
        ("biodiversity", ["GR", "LR", "RR", "RD"], 80),
        ("quick", ["GR", "RR"], 20),
    ],
)
def test_a_template_lacks_the_contact_alone(code, arms, n_places, ada):
    words = [f"word{number}" for number in range(40)]
    make_deck_version(words, slug=TEMPLATES[code].deck or "words")

    study = begin_from_template(
        code=code, title="", user_id=ada.pk, who="ada", now=NOON
    )

    assert [arm.teacher for arm in study.arms.all()] == arms
    assert {arm.n_places for arm in study.arms.all()} == {n_places}
    assert list(report_on(study).errors) == ["contact"]
    warned = {each.code for each in report_on(study).warnings}
    assert not {"no_retention", "no_withdrawal", "other_language"} & warned
    study.language = "de"
    assert "other_language" in {each.code for each in report_on(study).warnings}
    if code != "quick":
        assert (study.n_concepts, study.horizon) == (15, 40)


@pytest.mark.parametrize(("title", "slug"), [("", "study"), ("My words", "my-words")])
def test_an_address_says_what_the_title_says_or_nothing(title, slug, ada):
    make_deck_version([f"word{number}" for number in range(40)])

    study = begin_from_template(
        code="quick", title=title, user_id=ada.pk, who="ada", now=NOON
    )

    assert study.slug == slug
    codes = {each.code for each in report_on(study).warnings}
    assert ("working_title" in codes) is (title == "")


def test_the_empty_template_has_no_words_of_ours(ada):
    make_deck_version([f"word{number}" for number in range(40)])

    study = begin_from_template(
        code="empty", title="Mine", user_id=ada.pk, who="ada", now=NOON
    )

    design = write_design(study)["study"]
    assert (design["title"], design["hypothesis"]) == ("Mine", "")
    texts = ("consent_text", "debrief_text", "stopping_rule", "about_text")
    assert [design[name] for name in texts] == [""] * 4
    assert (design["consent_parts"], design["exclusion_rules"]) == ({}, {})
    assert (study.questions_before, study.questionnaire) == (None, None)
    assert set(report_on(study).errors) == {"consent_parts", "contact"}
