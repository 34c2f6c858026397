"""Leaving: with the answers kept, or with every trace of them gone."""

import pytest

from studies.models import LogEntry, RecruiterIdentity, Response
from studies.services.hash_chain import find_log_fault
from studies.services.session.withdrawal import erase_session, withdraw_session
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


def test_whoever_keeps_the_answers_leaves_them(person):
    person.go_to("learning", 2)

    context = withdraw_session(token=person.token, keep_answers=True, now=person.now)

    assert context.state.page == "withdrawn"
    assert person.session.responses.filter(closed_at__isnull=False).count() == 4


def test_whoever_deletes_the_answers_leaves_no_trace_of_them(db):
    person = Person(make_study(), name="A1X").go_to("learning", 2)

    withdraw_session(token=person.token, keep_answers=False, now=person.now)

    session = person.session
    assert not Response.objects.exists()
    assert not RecruiterIdentity.objects.exists()
    old = LogEntry.objects.exclude(kind__in=["withdrawn", "erased"])
    assert set(old.values_list("payload", "salt")) == {(None, None)}
    assert find_log_fault(session) == ""


def test_withdrawing_again_changes_nothing_but_may_still_delete(person):
    for keep in (True, True, False, False):
        withdraw_session(token=person.token, keep_answers=keep, now=person.now)

    kinds = list(person.session.log.order_by("number").values_list("kind", flat=True))
    assert kinds[-2:] == ["withdrawn", "erased"]


def test_a_finished_session_can_be_erased_later(person):
    person.finish()

    erase_session(session_id=person.session.pk, now=person.now)

    session = person.session
    assert session.completion_code
    assert not session.responses.exists()
    assert find_log_fault(session) == ""
