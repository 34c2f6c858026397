"""A design is checked when it is saved, in words for researchers."""

import json

import pytest

from studies.models import Questionnaire, Study
from tests.studies.factories import QUESTIONS, make_study

pytestmark = pytest.mark.django_db
UNREADABLE = {"not JSON": "{", "5000 digits": "9" * 5000, "deep": "[" * 50_000}


@pytest.fixture
def draft():
    return make_study(state="draft")


@pytest.fixture
def save(admin_client, draft):
    """Sends the page of the draft as a browser would, with changes."""
    address = f"/admin/studies/study/{draft.pk}/change/"
    page = admin_client.get(address)
    forms = [page.context["adminform"].form]
    for formset in page.context["inline_admin_formsets"]:
        forms += [formset.formset.management_form, *formset.formset.forms]
    filled = {bound.html_name: bound.value() for form in forms for bound in form}
    sent = {name: value for name, value in filled.items() if value is not None}

    def send(**changes):
        return admin_client.post(address, {**sent, **changes})

    return send


def test_a_sound_design_is_saved(save):
    done = save(horizon=7, **{"arms-0-theta": "[6, 2, 0]"})

    assert done.status_code == 302
    assert Study.objects.get().horizon == 7
    assert Study.objects.get().arms.first().theta == [6, 2, 0]


def test_texts_are_kept_with_the_usual_line_ends(save):
    save(about_text="One\r\n\r\nTwo\rThree")

    assert Study.objects.get().about_text == "One\n\nTwo\nThree"


def test_strata_that_are_left_empty_are_none(save):
    assert save(strata="").status_code == 302
    assert Study.objects.get().strata == {}


UNSOUND = [
    ({"horizon": "10001"}, "from 1 to 10,000"),
    ({"learning_seconds": "1e308"}, "from 0.1 to 3,600, or nothing"),
    ({"completion_url": "hello"}, "begins with https://"),
    ({"strata": "[1]"}, "must name levels with numbers"),
    ({"strata": '{"common": "7"}'}, "needs a whole number"),
    ({"strata": '{"a\\u0000": 7}'}, "up to 50 characters"),
    ({"strata": '{"\\ud800": 2}'}, "half of a character"),
    ({"finish_seconds": "1e15"}, "from 0 seconds to 30 days"),
    ({"finish_seconds": "1e308"}, "from 0 seconds to 30 days"),
    *(
        ({"recruiters": text}, "recruiters must be a list of panel, mturk")
        for text in ("", "null", "5", "{}", '[["link"]]', '"link"', '["nobody"]')
    ),
    ({"recruiters": '["\\udfff"]'}, "half of a character"),
    ({"arms-0-theta": '["\\ud800"]'}, "half of a character"),
    ({"arms-0-theta": "1e308"}, "three numbers"),
    ({"arms-0-theta": "[1e308, 1, 1]"}, "three numbers"),
    ({"arms-1-theta": "[1, NaN, 1]"}, "three numbers"),
    ({"arms-0-teacher": "XX"}, "There is no teacher"),
    ({"arms-0-n_places": "0"}, "from 1 to 100,000"),
    ({"arms-0-n_places": "99991"}, "at most 100,000 places in all its arms"),
]


def test_what_cannot_be_run_is_not_saved(save):
    for changes, words in UNSOUND:
        refused = save(title="Changed", **changes)

        assert refused.status_code == 200, changes
        assert words in refused.content.decode(), changes
        assert Study.objects.get().title == "Study", changes


def test_json_that_cannot_be_read_is_shown_again(save):
    for what, text in UNREADABLE.items():
        refused = save(strata=text)

        assert refused.status_code == 200, what
        assert "Enter a valid JSON." in refused.content.decode(), what


def test_questions_nobody_could_answer_are_not_saved(admin_client):
    items = json.dumps([*QUESTIONS, {"kind": "choice", "label": "Which?"}])

    refused = admin_client.post(
        "/admin/studies/questionnaire/add/", {"name": "Q", "items": items}
    )

    assert "Question 2: It needs a name in the export" in refused.content.decode()
    assert "Question 2: It needs options to choose from" in refused.content.decode()
    assert not Questionnaire.objects.exists()


@pytest.mark.parametrize(
    "items",
    [
        r'[{"id": "\ud800", "kind": "text", "label": "x"}]',
        r'[{"id": "a", "kind": "text", "label": "x", "\udc00": 1}]',
    ],
)
def test_questions_with_half_a_character_are_shown_again(admin_client, items):
    refused = admin_client.post(
        "/admin/studies/questionnaire/add/", {"name": "Q", "items": items}
    )

    assert refused.status_code == 200
    assert "half of a character" in refused.content.decode()
    assert r"\ud" in refused.content.decode()
    assert not Questionnaire.objects.exists()


def test_sound_questions_are_saved(admin_client):
    admin_client.post(
        "/admin/studies/questionnaire/add/",
        {"name": "Q", "items": json.dumps(QUESTIONS)},
    )

    assert Questionnaire.objects.get().items == QUESTIONS


def test_opening_an_unsound_design_says_what_is_wrong(admin_client, draft):
    Study.objects.update(strata=[1])

    page = admin_client.post(
        "/admin/studies/study/",
        {"action": "move_to_live", "_selected_action": [draft.pk]},
        follow=True,
    )

    assert "must name levels with numbers" in page.content.decode()
    assert Study.objects.get().state == "draft"
