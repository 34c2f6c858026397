"""The stock admin: everything listed and quick, nothing recorded editable."""

import pytest
import time_machine
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studies.models import LogEntry, Response, Study, StudyChange
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
MODELS = list(apps.get_app_config("studies").get_models())
EDITABLE = {"Study", "Questionnaire", "Arm"}


def ids(model):
    return model.__name__


def test_every_model_is_listed_or_shown_with_its_study():
    assert [ids(m) for m in MODELS if m not in admin.site._registry] == ["Arm"]


LISTED = [m for m in MODELS if m in admin.site._registry]


def cost_of_lists(admin_client):
    """The queries of each list."""
    return [cost_of_list(admin_client, model) for model in LISTED]


def cost_of_list(admin_client, model):
    with CaptureQueriesContext(connection) as queries:
        assert admin_client.get(address(model)).status_code == 200
    return len(queries)


def address(model):
    return f"/admin/studies/{model._meta.model_name}/"


def test_lists_can_be_searched(ask_list, person):
    pages = [admin.site._registry[model] for model in LISTED]
    searched = [page for page in pages if page.search_fields]

    answers = {page: ask_list(page, {"q": "a"}) for page in searched}

    assert len(searched) > 10
    assert not [each for each, answer in answers.items() if answer.status_code != 200]


def test_lists_cost_few_queries(admin_client, study):
    # In time a page also writes that its reader was there.
    with time_machine.travel(timezone.now(), tick=False):
        Person(study).go_to("learning", 2)
        with_one = cost_of_lists(admin_client)
        Person(study).go_to("learning", 2)
        with_two = cost_of_lists(admin_client)

    costs = zip(LISTED, with_one, with_two, strict=True)
    assert not [(ids(m), *each) for m, *each in costs if abs(each[0] - each[1]) > 1]


def test_nothing_recorded_can_be_changed(rf, admin_user):
    request = rf.get("/")
    request.user = admin_user

    for model in (m for m in MODELS if m.__name__ not in EDITABLE):
        page = admin.site._registry[model]
        assert not page.has_add_permission(request), model
        assert not page.has_change_permission(request), model
        assert not page.has_delete_permission(request), model


def test_the_design_of_a_live_study_is_frozen(admin_client):
    study = make_study()

    admin_client.post(
        f"/admin/studies/study/{study.pk}/change/",
        {"title": "New title", "horizon": 99, "arms-TOTAL_FORMS": 0,
         "arms-INITIAL_FORMS": 0},
    )  # fmt: skip

    stored = Study.objects.get()
    assert stored.horizon == 6


def test_a_draft_can_be_opened_for_editing(admin_client):
    study = make_study(state="draft")

    page = admin_client.get(f"/admin/studies/study/{study.pk}/change/")

    assert b'name="horizon"' in page.content
    assert study.seed.encode() not in page.content


def test_only_superusers_come_in(client, django_user_model):
    user = django_user_model.objects.create_user("bob", password="x", is_staff=True)
    client.force_login(user)

    assert client.get("/admin/studies/response/").status_code == 403


def test_a_superuser_opens_and_closes_a_study(admin_client):
    study = make_study(state="draft")
    states = []
    for state in ("live", "paused", "draft", "closed"):
        admin_client.post(
            "/admin/studies/study/",
            {"action": f"move_to_{state}", "_selected_action": [study.pk]},
        )
        states.append(Study.objects.get().state)

    assert states == ["live", "paused", "paused", "closed"]


def move(admin_client, study, state):
    sent = {"action": f"move_to_{state}", "_selected_action": [study.pk]}
    page = admin_client.post("/admin/studies/study/", sent, follow=True)
    return page.content.decode()


def test_closing_says_until_when_people_inside_may_go_on(admin_client, study):
    said = move(admin_client, study, "closed")

    until = Study.objects.get().finish_until
    assert "Study (study) is closed to newcomers." in said
    assert f"may go on until {until:%Y-%m-%d %H:%M} UTC" in said


def test_closing_at_once_says_so(admin_client):
    study = make_study(finish_seconds=0)

    assert "is closed, also to people inside" in move(admin_client, study, "closed")


def test_pausing_says_what_happened(admin_client, study):
    assert "Study (study) is paused." in move(admin_client, study, "paused")


def test_the_newest_change_of_a_study_comes_first(admin_client, study):
    for contact in ("a@example.org", "b@example.org"):
        change(admin_client, study, contact=contact)

    page = admin_client.get("/admin/studies/studychange/")

    contacts = [row.after["contact"] for row in page.context["cl"].result_list]
    assert contacts == ["b@example.org", "a@example.org"]


def change(admin_client, study, **changes):
    """Send the form of a study as a browser does: as it is, but for some fields."""
    page = admin_client.get(f"/admin/studies/study/{study.pk}/change/")
    values = page.context["adminform"].form.initial
    fields = page.context["adminform"].form.fields
    sent = {name: values[name] for name in fields if values.get(name) is not None}
    arms = {"arms-TOTAL_FORMS": 0, "arms-INITIAL_FORMS": 0}
    everything = {**sent, **arms, **changes}
    as_sent = {
        name: value.replace("\n", "\r\n") if isinstance(value, str) else value
        for name, value in everything.items()
    }
    return admin_client.post(page.request["PATH_INFO"], as_sent, follow=True)


LINES = "We store this.\n\nAnd that.\n"


def test_words_of_a_live_study_are_changed_as_amendments(admin_client, admin_user):
    study = make_study(consent_text=LINES, debrief_text=LINES)

    page = change(
        admin_client, study, contact="lab@example.org", horizon=99, reason="moved"
    )

    stored, logged = Study.objects.get(), StudyChange.objects.get()
    assert (stored.contact, stored.horizon) == ("lab@example.org", 6)
    assert (logged.who, logged.before) == (
        admin_user.username,
        {"contact": "ada@example.org"},
    )
    assert (stored.consent_text, logged.reason) == (LINES, "moved")
    assert b"was changed successfully" in page.content


def test_a_form_sent_as_it_is_amends_nothing(admin_client):
    study = make_study(consent_text=LINES)

    page = change(admin_client, study)

    assert b"was changed successfully" in page.content
    assert not StudyChange.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"consent_text": "We\nstore"}, "consent_version", "a version of its own"),
        ({"completion_url": "javascript:x"}, "completion_url", "begins with https"),
        ({"title": " "}, "title", "This field is required"),
    ],
)
def test_a_refused_amendment_is_said_at_its_field(admin_client, changes, field, words):
    study = make_study(consent_text=LINES)

    page = change(admin_client, study, contact="new@example.org", **changes)

    form = page.context["adminform"].form
    assert words in form.errors[field][0]
    assert b"was changed successfully" not in page.content
    assert b"new@example.org" in page.content
    assert not StudyChange.objects.exists()
    assert Study.objects.get().consent_text == LINES


def test_a_draft_asks_for_no_reason(admin_client):
    study = make_study(state="draft")
    address = f"/admin/studies/study/{study.pk}/change/"

    draft = admin_client.get(address).content
    change_study_state(study_id=study.pk, state=StudyState.LIVE)

    assert b'name="reason"' not in draft
    assert b'name="reason"' in admin_client.get(address).content


def erase(admin_client, model, pk, **sent):
    return admin_client.post(
        f"/admin/studies/{model}/",
        {"action": "erase", "_selected_action": [pk], **sent},
    )


@pytest.mark.parametrize("model", ["teachingsession", "participant"])
def test_a_superuser_erases_somebody_who_has_finished(admin_client, finished, model):
    session = finished.session
    pk = session.pk if model == "teachingsession" else session.participant_id

    question = erase(admin_client, model, pk)
    assert str(session.public_id).encode() in question.content
    assert Response.objects.exists()
    erase(admin_client, model, pk, confirmed="yes")

    assert not Response.objects.exists()
    assert finished.session.erased_at is not None
    assert '"by":"admin"' in LogEntry.objects.get(kind="erased").payload


def test_whoever_only_looks_erases_nobody(client, django_user_model, finished):
    user = django_user_model.objects.create_user("bob", password="x", is_staff=True)
    may_look = Permission.objects.get(codename="view_teachingsession")
    user.user_permissions.add(may_look)
    client.force_login(user)

    erase(client, "teachingsession", finished.session.pk, confirmed="yes")

    assert client.get("/admin/studies/teachingsession/").status_code == 200
    assert Response.objects.exists()
