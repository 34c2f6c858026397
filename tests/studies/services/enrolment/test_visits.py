"""Visits and declines are counted, and nobody is known by it."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from studies.models import VisitCount
from studies.services.enrolment.visits import Visit, count_visit
from studies.views import join
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
LINK = "/join/study/"
PREVIEW = f"{LINK}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE"


def counted():
    names = ("n_visits", "n_declines", "n_previews")
    return list(VisitCount.objects.values_list(*names))


def test_a_day_has_one_row(study):
    for days in (0, 0, 1):
        count_visit(study, Visit.LOOKED, now=NOON + timedelta(days=days))

    assert counted() == [(2, 0, 0), (1, 0, 0)]


def test_looking_declining_and_previews_are_counted_apart(client, study):
    for address in (LINK, LINK, f"{LINK}?declined=1", PREVIEW):
        client.get(address)

    assert counted() == [(2, 1, 1)]


def test_browsers_that_fetch_ahead_are_nobody(client, study):
    client.head(LINK)
    client.get(LINK, headers={"Sec-Purpose": "prefetch"})
    client.get(f"{LINK}?declined=1", headers={"Purpose": "prefetch"})
    client.post(LINK, {})

    assert counted() == []


def test_counting_takes_one_statement(study, django_assert_num_queries):
    count_visit(study, Visit.LOOKED, now=NOON)

    with django_assert_num_queries(1):
        count_visit(study, Visit.DECLINED, now=NOON)


def test_who_cannot_be_counted_sees_the_page_all_the_same(client, study, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError

    monkeypatch.setattr(join, "count_visit", fail)

    assert client.get(LINK).status_code == 200
