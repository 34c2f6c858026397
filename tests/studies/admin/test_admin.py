"""The stock admin: everything listed and quick, nothing recorded editable."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.models import Study
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
MODELS = list(apps.get_app_config("studies").get_models())
EDITABLE = {"Study", "Questionnaire", "Arm"}


def ids(model):
    return model.__name__


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_every_model_is_listed_or_shown_with_its_study(model):
    assert model in admin.site._registry or model.__name__ == "Arm"


@pytest.mark.parametrize(
    "model", [m for m in MODELS if m in admin.site._registry], ids=ids
)
def test_lists_can_be_searched_and_cost_few_queries(admin_client, model):
    study = make_study()
    url = f"/admin/studies/{model._meta.model_name}/"
    costs = []
    for _ in range(2):
        Person(study).go_to("learning", 2)
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(f"{url}?q=a").status_code == 200
            assert admin_client.get(url).status_code == 200
        costs.append(len(queries))

    assert abs(costs[0] - costs[1]) <= 1


@pytest.mark.parametrize(
    "model", [m for m in MODELS if m.__name__ not in EDITABLE], ids=ids
)
def test_nothing_recorded_can_be_changed(rf, admin_user, model):
    request = rf.get("/")
    request.user = admin_user
    page = admin.site._registry[model]

    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)


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
