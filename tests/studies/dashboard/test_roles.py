"""Everybody tries every address: each page of the dashboard and of the researchers'
API has a line here that says who may come in."""

import re
from dataclasses import dataclass
from itertools import cycle

import pytest
from django.contrib.auth import get_user_model

from studies.models import Membership
from studies.models.team import Role
from tests.studies.answers import AS_IN_PRODUCTION, faults_of
from tests.studies.factories import make_study
from tests.studies.nonsense import odd_form
from tests.studies.sharing import shared_rows
from tests.studies.world import API, VISITORS, World, all_routes

pytestmark = pytest.mark.django_db
DASHBOARD = "dashboard/"
HOSTS = ("owner", "administrator")
LETTERS = {name[0].upper(): name for name in (*Role.values, "stranger")}


@dataclass(frozen=True)
class Door:
    """Who comes in at an address, and how it is tried."""

    letters: str = ""
    method: str = "get"
    is_public: bool = False
    is_of_a_study: bool = True

    def lets_in(self, visitor):
        insiders = {LETTERS[letter] for letter in self.letters}
        return self.is_public or visitor in {"administrator", *insiders}

    def refusal(self, visitor):
        """What whoever may not come in is told."""
        if visitor == "nobody":
            return "sign in"
        is_hidden = visitor == "stranger" and self.is_of_a_study
        return "not found" if is_hidden else "not allowed"


def page(letters):
    """A page of a study for the roles that begin with ``letters``."""
    return Door(letters)


def act(letters):
    """A form of a study that is sent there."""
    return Door(letters, "post")


ANYBODY = Door(is_public=True)
ADMINISTRATORS = Door(is_of_a_study=False)
ADMINISTRATORS_ACT = Door(method="post", is_of_a_study=False)
RESEARCHERS = Door("OEAVPS", is_of_a_study=False)
RESEARCHERS_ACT = Door("OEAVPS", "post", is_of_a_study=False)
STUDY = "dashboard/studies/<slug>/"
PERSON = f"{STUDY}participants/<pseudonym>/"
ACCOUNT = "dashboard/accounts/<account_id>/"

# O owner, E editor, A analyst, V viewer, P payer. Administrators come in everywhere.
DOORS = {
    "dashboard/": RESEARCHERS,
    "dashboard/sign-in/": ANYBODY,
    "dashboard/sign-in/code/": ANYBODY,
    "dashboard/sign-out/": Door(method="post", is_public=True),
    "dashboard/password/forgotten/": ANYBODY,
    "dashboard/password/sent/": ANYBODY,
    "dashboard/password/<uidb64>/<token>/": ANYBODY,
    "dashboard/account/": RESEARCHERS,
    "dashboard/account/password/": RESEARCHERS,
    "dashboard/account/sign-out-elsewhere/": RESEARCHERS_ACT,
    "dashboard/account/second-factor/": RESEARCHERS,
    "dashboard/account/second-factor/codes/": RESEARCHERS,
    "dashboard/account/second-factor/off/": RESEARCHERS,
    "dashboard/account/tokens/": RESEARCHERS,
    "dashboard/account/tokens/<token_id>/revoke/": RESEARCHERS_ACT,
    "dashboard/accounts/": ADMINISTRATORS,
    "dashboard/accounts/new/": ADMINISTRATORS,
    "dashboard/accounts/test-mail/": ADMINISTRATORS_ACT,
    f"{ACCOUNT}close/": ADMINISTRATORS_ACT,
    f"{ACCOUNT}reopen/": ADMINISTRATORS_ACT,
    f"{ACCOUNT}link/": ADMINISTRATORS_ACT,
    f"{ACCOUNT}second-factor/off/": ADMINISTRATORS_ACT,
    "dashboard/invitations/<secret>/": ANYBODY,
    "dashboard/status/": RESEARCHERS,
    "dashboard/decks/": RESEARCHERS,
    "dashboard/decks/import/": RESEARCHERS,
    "dashboard/decks/import/<upload_id>/": RESEARCHERS,
    "dashboard/decks/credits/": RESEARCHERS,
    "dashboard/decks/<deck>/<version>/": RESEARCHERS,
    "dashboard/questionnaires/": RESEARCHERS,
    "dashboard/questionnaires/copy/": RESEARCHERS_ACT,
    STUDY: page("OEAVP"),
    "dashboard/new-study/": RESEARCHERS,
    "dashboard/import-design/": RESEARCHERS_ACT,
    f"{STUDY}archive/": act("OE"),
    f"{STUDY}bring-back/": act("OE"),
    f"{STUDY}delete/": page("O"),
    f"{STUDY}clone/": act("OEA"),
    f"{STUDY}design/": page("OEA"),
    f"{STUDY}design/address/": act("OE"),
    f"{STUDY}design/arms/": act("OE"),
    f"{STUDY}design/certificate/": page("OEA"),
    f"{STUDY}design/questions/<moment>/": act("OE"),
    f"{STUDY}design/amend/": act("OE"),
    f"{STUDY}design/places/": act("OE"),
    f"{STUDY}design/export/": page("OEA"),
    f"{STUDY}design/preview/": page("OEA"),
    f"{STUDY}design/<section>/": act("OE"),
    f"{STUDY}try/": page("OEA"),
    f"{STUDY}try/<public_id>/": page("OEA"),
    f"{STUDY}try/<public_id>/consent/": page("OEA"),
    f"{STUDY}try/<public_id>/teacher/": page("OEA"),
    f"{STUDY}power/": page("OEA"),
    f"{STUDY}power/curve/": page("OEA"),
    f"{STUDY}power/summary/": page("OEA"),
    f"{STUDY}power/take/": act("OE"),
    f"{STUDY}power/curve.<kind>": page("OEA"),
    f"{STUDY}launch/": page("OEA"),
    f"{STUDY}launch/pilot/": act("OE"),
    f"{STUDY}launch/draft/": act("OE"),
    f"{STUDY}launch/qr.svg": page("OEA"),
    f"{STUDY}launch/preregistration.md": page("OEA"),
    f"{STUDY}simulate/": page("OE"),
    f"{STUDY}jobs/<job_id>/": page("OE"),
    f"{STUDY}jobs/<job_id>/cancel/": act("OE"),
    f"{STUDY}links/": page("OE"),
    f"{STUDY}links/change/": act("OE"),
    f"{STUDY}links/links.csv": page("OE"),
    f"{STUDY}links/print/": page("OE"),
    f"{STUDY}monitor/": page("OEAV"),
    f"{STUDY}monitor/now/": page("OEAV"),
    f"{STUDY}monitor/pause/": act("OE"),
    f"{STUDY}monitor/resume/": act("OE"),
    f"{STUDY}monitor/close/": act("OE"),
    f"{STUDY}monitor/places/": act("OE"),
    f"{STUDY}results/": page("OEA"),
    f"{STUDY}results/progress/": page("OEA"),
    f"{STUDY}results/compute/": act("OEA"),
    f"{STUDY}results/unlock/": act("OEA"),
    f"{STUDY}results/<part>.<kind>": page("OEA"),
    f"{STUDY}memory/": page("OEA"),
    f"{STUDY}results/tables/<key>.csv": page("OEA"),
    f"{STUDY}participants/": page("OEA"),
    f"{STUDY}participants/find/": act("OE"),
    PERSON: page("OEA"),
    f"{PERSON}identity/": act("OE"),
    f"{PERSON}outcomes/": act("OEA"),
    f"{PERSON}exclude/": act("OE"),
    f"{PERSON}include/": act("OE"),
    f"{PERSON}note/": act("OE"),
    f"{PERSON}time/": act("OE"),
    f"{PERSON}screen-out/": act("OE"),
    f"{PERSON}erase/": act("O"),
    f"{STUDY}recruiting/": page("OEP"),
    f"{STUDY}recruiting/budget/": act("OE"),
    f"{STUDY}recruiting/new/": page("OE"),
    f"{STUDY}recruiting/send/": act("OE"),
    f"{STUDY}recruiting/hits/<hit_pk>/": page("OE"),
    f"{STUDY}recruiting/hits/<hit_pk>/end/": act("OE"),
    f"{STUDY}recruiting/submissions/": page("OEP"),
    f"{STUDY}recruiting/submissions/<assignment>/": page("OEP"),
    f"{STUDY}recruiting/submissions/<assignment>/reject/": act("OEP"),
    f"{STUDY}recruiting/submissions/<assignment>/reverse/": act("OEP"),
    f"{STUDY}recruiting/submissions/<assignment>/join/": act("OEP"),
    f"{STUDY}recruiting/submissions/<assignment>/bonus/": act("OEP"),
    f"{STUDY}recruiting/prolific/": page("OEP"),
    f"{STUDY}recruiting/prolific/study/": act("OE"),
    f"{STUDY}recruiting/prolific/budget/": act("OE"),
    f"{STUDY}recruiting/prolific/fee/": act("OE"),
    f"{STUDY}recruiting/prolific/look/": act("OEP"),
    f"{STUDY}recruiting/prolific/lists/": page("OEP"),
    f"{STUDY}recruiting/prolific/lists/file/": act("OEP"),
    f"{STUDY}recruiting/prolific/submissions/": page("OEP"),
    f"{STUDY}recruiting/prolific/submissions/<submission>/": page("OEP"),
    f"{STUDY}recruiting/prolific/submissions/<submission>/bonus/": act("OEP"),
    f"{STUDY}payments/": page("OEP"),
    f"{STUDY}payments/download/": act("OEP"),
    f"{STUDY}payments/ledger/": act("OEP"),
    f"{STUDY}payments/by-hand/<code_pk>/": page("OEP"),
    f"{STUDY}payments/undo/<payment_pk>/": act("OEP"),
    f"{STUDY}quality/": page("OEA"),
    f"{STUDY}quality/table.csv": page("OEA"),
    f"{STUDY}quality/figures/<gauge>.<kind>": page("OEA"),
    f"{STUDY}quality/<pseudonym>/exclude/": act("OE"),
    f"{STUDY}items/": page("OEA"),
    f"{STUDY}items/table.csv": page("OEA"),
    f"{STUDY}items/regrade/": act("OEA"),
    f"{STUDY}items/regrade/<job_id>/": page("OEA"),
    f"{STUDY}export/": page("OEA"),
    f"{STUDY}export/<job_id>/progress/": page("OEA"),
    f"{STUDY}export/<job_id>/cancel/": act("OEA"),
    f"{STUDY}export/<job_id>/download/": page("OEA"),
    f"{STUDY}export/<job_id>/tables/<table>/": page("OEA"),
    f"{STUDY}team/": page("OEA"),
    f"{STUDY}team/members/<member_id>/role/": act("O"),
    f"{STUDY}team/members/<member_id>/remove/": act("O"),
    f"{STUDY}team/invite/": page("O"),
    f"{STUDY}team/invitations/<invitation_id>/revoke/": act("O"),
    "api/v1/studies/": RESEARCHERS,
    "api/v1/studies/<slug>/": page("OEA"),
    "api/v1/studies/<slug>/participants/": page("OEA"),
    "api/v1/studies/<slug>/participants/<pseudonym>/notes/": page("OEA"),
    "api/v1/studies/<slug>/progress/": page("OEAV"),
    "api/v1/studies/<slug>/export/": page("OEA"),
    "api/v1/studies/<slug>/export/<job_id>/": page("OEA"),
    "api/v1/studies/<slug>/export/<job_id>/file/": page("OEA"),
    "api/v1/studies/<slug>/results/": page("OEA"),
}


def routes():
    """Every address of both, as the resolver knows it."""
    return {route for route in all_routes() if route.startswith((DASHBOARD, API))}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with (
        shared_rows(django_db_blocker, "world"),
        pytest.MonkeyPatch.context() as patch,
    ):
        yield World(get_user_model().objects, patch, AS_IN_PRODUCTION)


def try_door(world, route, visitor):
    """What ``visitor`` is told at ``route``: one of three refusals, or a status."""
    method = DOORS[route].method
    sent = odd_form(route) if method == "post" else {}
    answer = world.visit(route, visitor, method=method, **sent)
    assert faults_of(answer) == []
    return tell(answer)


def tell(response):
    if response.status_code == 401 or "/sign-in/?" in response.get("Location", ""):
        return "sign in"
    refusals = {403: "not allowed", 404: "not found"}
    return refusals.get(response.status_code, response.status_code)


def test_every_address_has_a_line_and_every_line_an_address():
    assert sorted(routes()) == sorted(DOORS)


def visitors_of(door, host):
    """Everybody who is told something of their own: of a study administrators are
    owners, so that at its addresses they take turns."""
    absent = {*HOSTS} - {host} if door.is_of_a_study else ()
    return [visitor for visitor in VISITORS if visitor not in absent]


@pytest.mark.parametrize(
    ("route", "host"), list(zip(sorted(DOORS), cycle(HOSTS), strict=False))
)
def test_everybody_comes_in_where_they_may_and_nowhere_else(world, route, host):
    door = DOORS[route]
    visitors = visitors_of(door, host)

    told = {visitor: try_door(world, route, visitor) for visitor in visitors}

    refused = {name: said for name, said in told.items() if isinstance(said, str)}
    assert refused == {
        visitor: door.refusal(visitor)
        for visitor in visitors
        if not door.lets_in(visitor)
    }


# Named in an address, these belong to one study.
ROWS = {
    *("pseudonym", "member_id", "invitation_id", "public_id", "job_id"),
    *("hit_pk", "code_pk"),
}


def test_nothing_of_another_study_is_found_at_the_address_of_ones_own(world):
    mine = make_study(slug="mine", deck_version=world.study.deck_version)
    Membership.objects.create(study=mine, user=world.users["stranger"], role="owner")
    named = {
        route: door.method
        for route, door in DOORS.items()
        if door.is_of_a_study and ROWS & set(re.findall(r"<(\w+)>", route))
    }

    told = {}
    for route, method in named.items():
        here = route.replace("<slug>", mine.slug)
        told[route] = tell(world.visit(here, "stranger", method=method))

    assert {route: said for route, said in told.items() if said != "not found"} == {}


def test_who_opens_an_address_for_forms_is_led_on(world):
    forms = [
        route
        for route, door in DOORS.items()
        if door.method == "post" and route.startswith(DASHBOARD)
    ]

    told = {each: world.visit(each, "administrator", method="get") for each in forms}

    assert not [
        name for name, each in told.items() if each.status_code not in (200, 302)
    ]
    assert not [name for name, each in told.items() if tell(each) == "sign in"]
