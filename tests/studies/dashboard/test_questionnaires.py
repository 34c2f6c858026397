"""Questionnaires: what one study asks is asked by another too."""

import pytest

from studies.models import Membership, Questionnaire
from studies.models.study import StudyState
from studies.models.team import Role
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/questionnaires/"
AGE = {"id": "age", "kind": "number", "label": "How old are you?", "required": True}
SCREENING = {**AGE, "screen_out": {"below": 18}}
HELP = {"id": "help", "kind": "text", "label": "Did you use help?"}


@pytest.fixture
def study(db):
    """A running study that asks for age before the cards."""
    before = Questionnaire.objects.create(name="before", items=[SCREENING])
    return make_study(n_places=4, questions_before=before)


@pytest.fixture
def draft(study):
    after = Questionnaire.objects.create(name="after", items=[HELP, AGE])
    return make_study(slug="draft", state=StudyState.DRAFT, questionnaire=after)


@pytest.fixture
def editor(sign_in, draft, django_user_model):
    client = sign_in(Role.EDITOR)
    Membership.objects.create(
        study=draft, user=django_user_model.objects.get(), role=Role.EDITOR
    )
    return client


def copy(client, *, source="study", asked="before", draft="draft", moment="after"):
    form = {"source": source, "asked": asked, "draft": draft, "moment": moment}
    return client.post(f"{PAGE}copy/", form)


def test_what_every_study_asks_is_listed_and_found_by_its_words(editor):
    page = editor.get(PAGE).content.decode()
    found = editor.get(PAGE, {"search": "USE help"}).content.decode()

    assert page.count("How old are you?") == 2
    assert "Did you use help?" in found
    assert found.count("<article") == 1


def test_questionnaires_are_sorted_by_the_title_of_their_study(editor, study, draft):
    type(study).objects.filter(pk=study.pk).update(title="Aardvarks")

    newest, by_title = (
        editor.get(PAGE, {"sort": sort}).content.decode()
        for sort in ("newest", "title")
    )

    first, last = (f"/studies/{slug}/design/" for slug in ("study", "draft"))
    assert newest.index(last) < newest.index(first)
    assert by_title.index(first) < by_title.index(last)


def test_questions_are_added_under_a_free_name_and_end_nothing_after(editor, draft):
    response = copy(editor)

    draft.questionnaire.refresh_from_db()
    assert draft.questionnaire.items == [HELP, AGE, {**AGE, "id": "age_2"}]
    assert response["Location"].endswith("/draft/design/#section-questions-after")


def test_before_the_cards_they_may_end_the_study(editor, draft):
    copy(editor, moment="before")

    draft.refresh_from_db()
    assert draft.questions_before.items == [SCREENING]


def test_a_running_study_asks_nothing_new(editor, study):
    copy(editor, source="draft", asked="after", draft="study", moment="before")

    study.questions_before.refresh_from_db()
    assert study.questions_before.items == [SCREENING]
    assert "draft" in editor.get(PAGE).content.decode()


@pytest.mark.parametrize("change", [{"draft": ""}, {"moment": "never"}])
def test_a_form_that_says_too_little_is_told_so(editor, draft, change):
    response = copy(editor, **change)

    page = editor.get(response["Location"]).content.decode()
    assert "Choose the draft that shall ask these questions." in page
    draft.questionnaire.refresh_from_db()
    assert draft.questionnaire.items == [HELP, AGE]


def test_questions_of_strangers_are_neither_seen_nor_copied(sign_in, draft):
    viewer = sign_in(Role.VIEWER)

    assert "How old are you?" not in viewer.get(PAGE).content.decode()
    assert copy(viewer).status_code == 403
    assert copy(viewer, source="draft").status_code == 404


def test_without_a_draft_nothing_can_be_copied(sign_in):
    page = sign_in(Role.OWNER).get(PAGE).content.decode()

    assert "How old are you?" in page
    assert "Add these questions" not in page
