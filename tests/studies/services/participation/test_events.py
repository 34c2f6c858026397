"""What browsers tell is stored, and what is stored is a sign of life."""

import pytest

from studies.errors import NotFoundError
from studies.limits import MAX_EVENTS_PER_SESSION
from studies.models import BrowserEvent
from studies.services.participation.events import Event, store_events
from studies.services.session.sweeping import sweep
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db


def tell(person, n_events):
    events = [Event("blur")] * n_events
    return store_events(token=person.token, events=events, now=person.now)


def test_something_told_is_a_sign_of_life_of_who_has_a_place(person):
    person.go_to("learning", 1)
    assert tell(person.wait(1700), 1) == 1
    sweep(now=person.wait(1700).now)

    assert not person.session.is_away


def test_messages_alone_keep_no_place_for_ever(person):
    person.go_to("learning", 1, page="introduction")
    for _ in range(4):
        tell(person.wait(1000), 1)
    sweep(now=person.wait(1000).now)

    assert person.session.is_away
    assert person.session.place is None


def test_messages_alone_keep_nobody_on_the_way_to_a_place(person):
    assert tell(person.wait(1700), 1) == 1
    sweep(now=person.wait(200).now)

    assert person.session.is_away


def test_empty_messages_keep_no_place(person):
    person.go_to("learning", 1)
    for _ in range(4):
        assert tell(person.wait(500), 0) == 0
    sweep(now=person.now)

    assert person.session.last_seen_at == NOON
    assert person.session.is_away
    assert person.session.place is None


def test_what_nobody_stores_any_more_keeps_no_place(person):
    session = person.session
    BrowserEvent.objects.bulk_create(
        BrowserEvent(session=session, received_at=NOON, kind="blur")
        for _ in range(MAX_EVENTS_PER_SESSION)
    )

    assert tell(person.wait(1700), 3) == 0
    assert person.session.last_seen_at == NOON


def test_an_empty_message_to_an_unknown_address_finds_nothing(study):
    with pytest.raises(NotFoundError):
        store_events(token="unknown", events=[], now=NOON)
