"""The admin refuses what no page of it offers, and is not broken by it."""

from itertools import cycle

import pytest
from django.contrib import admin

from studies.models import Participant, Questionnaire, Study, TeachingSession
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
NO_KEYS = ["abc", "1.5", "", "1\x00", "9" * 30, "-" + "9" * 30]
OWN_PAGES = [
    page for page in admin.site._registry.values() if page.opts.app_label == "studies"
]
NOT_OFFERED = ["id__range=1", "id__in=a", "pk__gt=1", "pk__regex=(", "nothing=1"]
NOT_OFFERED_OF = [
    *("teachingsession/?last_seen_at__year=99999999999", "logentry/?at__year=0"),
    *("teachingsession/?settings__contains=x", "teachingsession/?phase__regex=("),
    *("teachingsession/?study=1", "study/?owner__password__startswith=a"),
]
ODD_VALUES = ["abc", "9" * 30, ""]


def address(page):
    return f"/admin/studies/{page.opts.model_name}/"


def filter_names(ask_list, page):
    """The parameters of all the filters beside a list."""
    filters = ask_list(page).context_data["cl"].filter_specs
    return [name for one in filters for name in one.expected_parameters()]


def test_a_lookup_that_no_filter_of_a_list_offers_is_refused(admin_client):
    # All pages leave it to the same method, which knows the filters of each.
    for page, query in zip(OWN_PAGES, cycle(NOT_OFFERED), strict=False):
        asked = f"{address(page)}?{query}"
        assert admin_client.get(asked).status_code == 400, asked


def test_a_field_is_asked_in_no_other_way_than_by_its_filter(admin_client):
    for asked in NOT_OFFERED_OF:
        assert admin_client.get(f"/admin/studies/{asked}").status_code == 400, asked


def test_a_filter_finds_what_it_offers(admin_client):
    study = make_study()
    make_study(slug="draft", state="draft", deck_version=study.deck_version)

    shown = admin_client.get("/admin/studies/study/?state__exact=live")

    assert list(shown.context["cl"].queryset) == [study]


@pytest.mark.parametrize(
    ("model", "action"),
    [
        (Study, "move_to_live"),
        (Study, "move_to_closed"),
        (Study, "delete_selected"),
        (Questionnaire, "delete_selected"),
        (TeachingSession, "erase"),
        (Participant, "erase"),
    ],
)
def test_an_action_on_what_is_no_row_is_refused(admin_client, model, action):
    Person(make_study())

    for key in NO_KEYS:
        refused = admin_client.post(
            f"/admin/studies/{model._meta.model_name}/",
            {"action": action, "_selected_action": [key], "confirmed": "yes"},
        )
        assert refused.status_code == 400, key
    assert model.objects.exists()


@pytest.fixture
def two_studies(db):
    study = make_study()
    Person(study).go_to("prequiz", 1)
    Person(make_study(slug="two", deck_version=study.deck_version))


@pytest.mark.usefixtures("two_studies")
def test_every_filter_of_a_list_is_answered_whatever_it_is_asked(ask_list):
    # Django has four kinds of filters, and there are dozens of each.
    odd = cycle(ODD_VALUES)
    for page in OWN_PAGES:
        for name, value in zip(filter_names(ask_list, page), odd, strict=False):
            answer = ask_list(page, {name: value})
            assert answer.status_code in (200, 302), (page, name, value)
