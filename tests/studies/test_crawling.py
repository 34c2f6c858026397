"""Every address there is, with nonsense: never a fault of ours, and never an answer
without its headers.

Addresses come from the resolver: a new one is crawled by itself. In every single role
they are visited in ``tests/studies/dashboard/test_roles.py``. On SQLite, where these
take as long again, ``make test`` visits each address twice; ``make coverage`` does all.
"""

from itertools import cycle
from zlib import crc32

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.studies.answers import AS_IN_PRODUCTION, faults_of
from tests.studies.nonsense import FORM, JSON, odd_form
from tests.studies.sharing import shared_rows
from tests.studies.world import VISITORS as EVERYBODY
from tests.studies.world import World, all_routes

pytestmark = pytest.mark.django_db
SECTIONS = ("admin/", "dashboard/studies/<slug>/", "dashboard/", "api/", "")
# Whoever is not signed in comes no further than to the same door.
FOR_RESEARCHERS = ("admin/", "dashboard/")
ODD_QUERY = "?page=-1&sort=%F0%9F&search=%27&next=//evil.example&purpose=x&q=%ED%A0%80"
BROKEN = [
    {"data": '{"a":' * 1000, "content_type": JSON},
    {"data": "--x\r\nContent-Disposition", "content_type": "multipart/form-data"},
    {"data": b"\xff\xfe\x00=%zz", "content_type": FORM},
]


def section_of(route):
    return next(start for start in SECTIONS if route.startswith(start))


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with (
        shared_rows(django_db_blocker, "crawled"),
        pytest.MonkeyPatch.context() as patch,
    ):
        yield World(get_user_model().objects, patch, AS_IN_PRODUCTION)


def is_of_its_own(route):
    """All but what the admin has for single rows, which is the same for every model."""
    of_a_row = ("<object_id>", "/add/")
    return not (route.startswith("admin/") and any(one in route for one in of_a_row))


def crawl(world, route):
    """What is wrong at ``route`` for who may do nothing and who may do everything,
    however they ask; participants are known by an address."""
    asked = {"GET": {"query": ODD_QUERY}, "POST": odd_form(route)}
    one_way = [sorted(asked)[crc32(route.encode()) % len(asked)]]
    of_strangers = one_way if route.startswith(FOR_RESEARCHERS) else asked
    of_insiders = asked if is_of_its_own(route) else one_way
    for visitor, methods in (("nobody", of_strangers), ("administrator", of_insiders)):
        for method in methods:
            answer = world.visit(route, visitor, method=method, **asked[method])
            yield from ((route, visitor, method, fault) for fault in faults_of(answer))


@pytest.mark.postgresql_is_enough
@pytest.mark.parametrize("section", SECTIONS)
def test_no_address_breaks_or_answers_without_its_headers(world, section):
    routes = {route for route in all_routes() if section_of(route) == section}

    faults = [fault for route in sorted(routes) for fault in crawl(world, route)]

    assert faults == []


@pytest.mark.sqlite_is_enough
def test_no_address_breaks_on_sqlite_either(world):
    """Everybody has their turn to send nonsense, whoever may do everything looks."""
    routes = sorted({route for route in all_routes() if is_of_its_own(route)})

    faults = [
        (route, visitor, fault)
        for route, sender in zip(routes, cycle(EVERYBODY), strict=False)
        for visitor, asked in (
            ("administrator", {"method": "GET", "query": ODD_QUERY}),
            (sender, {"method": "POST", **odd_form(route)}),
        )
        for fault in faults_of(world.visit(route, visitor, **asked))
    ]

    assert faults == []


@pytest.mark.postgresql_is_enough
def test_no_broken_body_breaks_anything(world):
    routes = {route for route in all_routes() if not route.startswith("admin/")}

    answers = {
        route: world.visit(route, "administrator", method="post", **body)
        for route, body in zip(sorted(routes), cycle(BROKEN), strict=False)
    }

    faults = {route: faults_of(answer) for route, answer in answers.items()}
    assert {route: found for route, found in faults.items() if found} == {}


@pytest.mark.parametrize("address", ["/nowhere", "/s/", "/?x=%00", "/static/x.svg"])
def test_error_pages_have_the_same_headers(world, address):
    assert faults_of(world.client.get(address, secure=True)) == []


def test_static_files_have_the_same_headers(world, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "drawing.svg").write_text("<svg/>")

    answer = Client().get("/static/drawing.svg", secure=True)

    assert (answer.status_code, answer.getvalue()) == (200, b"<svg/>")
    assert faults_of(answer) == []
