"""Leaving: with the answers kept, or with every trace of them gone."""

from uuid import UUID

import pytest

from studies.errors import FinishedError, NotFoundError
from studies.models import (
    BrowserEvent,
    CompletionCode,
    LogEntry,
    QuestionnaireAnswer,
    RecruiterIdentity,
    Response,
)
from studies.services.hash_chain import find_log_fault
from studies.services.participation.events import Event, store_events
from studies.services.session.withdrawal import (
    erase_session,
    find_sessions,
    withdraw_session,
)
from tests.studies.factories import NOON, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


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


def test_nothing_can_be_answered_after_leaving(person):
    person.go_to("learning", 2)
    withdraw_session(token=person.token, keep_answers=True, now=person.now)
    left = person.session.log_length

    for step in (1, 2, 3):
        with pytest.raises(FinishedError):
            person.answer("xx", phase="learning", step=step)
    with pytest.raises(FinishedError):
        person.go_on()

    assert person.session.log_length == left
    assert person.card("learning", 2).outcome is None


def test_withdrawing_again_changes_nothing_but_may_still_delete(person):
    for keep in (True, True, False, False):
        withdraw_session(token=person.token, keep_answers=keep, now=person.now)

    kinds = list(person.session.log.order_by("number").values_list("kind", flat=True))
    assert kinds[-2:] == ["withdrawn", "erased"]


@pytest.mark.parametrize(
    ("phase", "step", "page"),
    [
        ("instructions", 0, "instructions"),
        ("learning", 2, "card"),
        ("completed", 0, "completed"),
    ],
)
def test_a_researcher_erases_anybody_at_any_time(phase, step, page):
    study = make_study(pays_withdrawn=True)
    person = Person(study, name="A1X").go_to(phase, step, page=page)
    store_events(token=person.token, events=[Event("blur")], now=person.now)

    erase_session(session_id=person.session.pk, by="ada", now=person.now)

    session = person.session
    assert session.erased_at == person.now
    assert not CompletionCode.objects.exists()
    assert not Response.objects.exists()
    assert not RecruiterIdentity.objects.exists()
    assert not QuestionnaireAnswer.objects.exists()
    assert not BrowserEvent.objects.exists()
    last = session.log.order_by("-number").first()
    assert (last.kind, last.payload) == ("erased", '{"by":"ada"}')
    assert find_log_fault(session) == ""


def test_an_erasure_is_stamped_by_the_clock_of_whoever_erases():
    ahead = Person(make_study()).wait(9999).go_to("prequiz", 1)

    erase_session(session_id=ahead.session.pk, now=NOON)

    assert ahead.session.erased_at == NOON


def test_no_code_stays_in_the_log_of_the_erased():
    person = Person(make_study(pays_withdrawn=True)).go_to("learning", 2)
    context = withdraw_session(token=person.token, keep_answers=False, now=person.now)

    erase_session(session_id=person.session.pk, now=person.now)

    payloads = list(person.session.log.values_list("payload", flat=True))
    assert context.state.completion_code
    assert not any(context.state.completion_code in (text or "") for text in payloads)
    assert not CompletionCode.objects.exists()


def test_erasing_one_session_twice_leaves_who_they_are_to_the_other():
    first = make_study()
    second = make_study(slug="two", deck_version=first.deck_version)
    person, other = Person(first, name="A1X"), Person(second, name="A1X")

    for _ in range(2):
        erase_session(session_id=person.session.pk, now=person.now)

    assert other.session.erased_at is None
    assert RecruiterIdentity.objects.count() == 1


def test_sessions_are_found_by_public_id_and_by_pseudonym(person):
    session = person.session

    assert find_sessions(str(session.public_id)) == [session]
    assert find_sessions(session.participant.pseudonym) == [session]
    for nobody in ("", "0" * 16, str(UUID(int=0))):
        with pytest.raises(NotFoundError):
            find_sessions(nobody)
