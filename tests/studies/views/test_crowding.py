"""Many people from one address, and a program that would take all places."""

import pytest
import time_machine

from studies.models import Place, TeachingSession
from tests.studies.api.participant import JSON
from tests.studies.factories import NOON, make_study, seconds
from tests.studies.views.visiting import send

pytestmark = pytest.mark.django_db
LINK = "/join/study/"
SHORT = {"n_concepts": 2, "horizon": 2}
HERE, ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}, {"REMOTE_ADDR": "203.0.113.9"}


class Program:
    """A participant made of code, which loses no time."""

    def __init__(self, client, place):
        body = {"study": "study", "consent": True}
        self.client, self.place = client, place
        self.joined = self._send("/api/v1/sessions/", body)
        self.url = f"/api/v1/sessions/{self.joined.json().get('token')}/"

    def _send(self, url, body):
        return self.client.post(url, body, content_type=JSON, **self.place)

    def _look(self):
        return self.client.get(self.url, **self.place).json()

    def rush(self):
        """Answer until there is a place; else the reply that stopped it."""
        state = self._look()
        while state["phase"] != "learning":
            key = {name: state[name] for name in ("phase", "stage", "step")}
            part = "answers" if state["page"] == "card" else "continue"
            reply = self._send(f"{self.url}{part}/", {**key, "answer": "xx"})
            if reply.status_code != 200:
                return reply
            # A card is served by a look at it alone.
            is_card = reply.json()["page"] == "card"
            state = self._look() if is_card else reply.json()
        return self


def come(client, n, place):
    return [Program(client, place) for _ in range(n)]


def statuses(people):
    return [person.joined.status_code for person in people]


def n_held():
    return Place.objects.filter(state="taken").count()


@pytest.fixture
def six(db):
    return make_study(n_places=3, **SHORT)


def test_no_program_takes_places_within_seconds(client, six, settings):
    settings.SECONDS_TO_A_PLACE = 10
    people = come(client, 3, HERE)

    stopped = [person.rush() for person in people]

    assert n_held() == 0
    assert {(r.status_code, r["Retry-After"]) for r in stopped} == {(429, "10")}
    with time_machine.travel(NOON + seconds(10), tick=False):
        assert people[0].rush() is people[0]
    assert n_held() == 1


def test_a_hasty_answer_is_not_lost_but_waits(client, person, settings):
    settings.SECONDS_TO_A_PLACE = 10
    person.go_to("prequiz", 3)

    early = send(client, person, "Haus")
    with time_machine.travel(NOON + seconds(10), tick=False):
        again = send(client, person, "Haus")

    assert (early.status_code, early["Retry-After"]) == (429, "10")
    assert again.status_code == 303
    assert person.session.phase == "learning"
    assert person.card("prequiz", 3).text == "Haus"


def test_a_demo_makes_nobody_wait_for_a_place(client, db, settings):
    settings.SECONDS_TO_A_PLACE = 10
    make_study(is_demo=True)

    assert Program(client, HERE).rush().joined.status_code == 201


def agree(client, place):
    return client.post(LINK, {"consent": "yes"}, **place).status_code


def test_one_address_shuts_nobody_else_out_by_joining(client, six):
    assert statuses(come(client, 9, HERE)) == [201] * 8 + [409]

    assert client.get(LINK, **HERE).status_code == agree(client, HERE) == 409
    assert client.get(LINK, **ELSEWHERE).status_code == 200
    assert agree(client, ELSEWHERE) == 303


def test_nor_if_they_joined_by_the_page(client, six):
    assert [agree(client, HERE) for _ in range(9)] == [303] * 8 + [409]

    assert agree(client, ELSEWHERE) == 303


def test_nor_by_taking_all_places(client, six):
    for person in come(client, 6, HERE):
        person.rush()
    assert n_held() == 6

    others = come(client, 6, ELSEWHERE)

    assert statuses(come(client, 1, HERE)) == [409]
    assert statuses(others) == [201] * 5 + [409]
    assert others[0].rush() is others[0]
    assert TeachingSession.objects.filter(is_over_full=True).count() == 1


def test_half_of_the_places_is_all_that_is_kept_free_from_one_address(client, six):
    for place in (HERE, ELSEWHERE):
        for person in come(client, 3, place):
            person.rush()

    third = {"REMOTE_ADDR": "192.0.2.1"}

    assert statuses(come(client, 1, third)) == [409]


def test_who_has_finished_counts_wherever_they_came_from(client, six):
    for person in come(client, 6, HERE):
        person.rush()
    Place.objects.filter(state="taken").update(state="completed")

    assert statuses(come(client, 1, ELSEWHERE)) == [409]


def test_a_class_joins_at_once_from_one_room(client, db):
    make_study(n_places=12, **SHORT)

    people = come(client, 24, HERE)
    for person in people[:5]:
        person.rush()

    assert statuses(people) == [201] * 24
    assert n_held() == 5
    assert not TeachingSession.objects.filter(is_over_full=True).exists()


def test_nothing_that_tells_where_somebody_came_from_is_stored(client, six):
    come(client, 1, HERE)

    rows = [list(TeachingSession.objects.values())]
    rows += [list(s.arrivals.values()) for s in TeachingSession.objects.all()]

    assert HERE["REMOTE_ADDR"] not in str(rows)
