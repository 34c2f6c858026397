"""The chained log, withdrawal and replay."""

import json
import re

import pytest

from studies.models import LogEntry, RecruiterIdentity, Response
from studies.services.analysis.replay import replay_session
from studies.services.hash_chain import find_log_fault
from studies.services.session.withdrawal import erase_session, withdraw_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
TEACHERS = ["GR", "LR", "RR", "RD"]


@pytest.fixture
def finished(person):
    person.finish()
    return person


def test_the_log_of_a_session_is_whole(finished):
    session = finished.session

    assert find_log_fault(session) == ""
    assert session.log.count() == session.log_length > 20


@pytest.mark.parametrize(
    "change",
    [
        {"payload": "{}"},
        {"at": NOON.replace(year=2020)},
        {"kind": "served"},
        {"payload_digest": "0" * 64},
        {"salt": "0" * 32},
    ],
)
def test_one_changed_field_breaks_the_log(finished, change):
    finished.session.log.filter(number=7, kind="chosen").exists()
    finished.session.log.filter(number=5).update(**change)

    assert "5" in find_log_fault(finished.session)


def test_a_dropped_entry_breaks_the_log(finished):
    finished.session.log.filter(number=4).delete()

    assert find_log_fault(finished.session)


def test_a_cut_end_breaks_the_log(finished):
    session = finished.session
    session.log.filter(number=session.log_length).delete()

    assert "ends" in find_log_fault(session)


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
    assert replay_session(session).fault == ""


def test_withdrawing_again_changes_nothing_but_may_still_delete(person):
    for keep in (True, True, False, False):
        withdraw_session(token=person.token, keep_answers=keep, now=person.now)

    kinds = list(person.session.log.order_by("number").values_list("kind", flat=True))
    assert kinds[-2:] == ["withdrawn", "erased"]


def test_a_finished_session_can_be_erased_later(finished):
    erase_session(session_id=finished.session.pk, now=finished.now)

    session = finished.session
    assert session.completion_code
    assert not session.responses.exists()
    assert find_log_fault(session) == ""


@pytest.mark.parametrize("teacher", TEACHERS)
def test_a_session_replays_bit_for_bit(db, teacher):
    person = Person(make_study(teachers=(teacher,), horizon=12))
    locked = 0
    while (state := person.look()).page != "completed":
        locked += 1
        text = person.right_answer() if state.page == "card" and locked % 3 else "xx"
        person.move(state, text)

    replayed = replay_session(person.session)

    assert (replayed.fault, replayed.is_exact, replayed.n_cards) == ("", True, 18)


def test_replay_names_the_first_other_choice(finished):
    cards = finished.session.responses.filter(phase="learning").order_by("step")
    third, fourth = cards[2], cards[3]
    third.shown = fourth.shown
    third.save()

    assert "learning step 3" in replay_session(finished.session).fault


def test_replay_names_another_score(finished):
    card = finished.session.responses.get(phase="learning", step=2)
    card.decision["draw"] = 0.5
    card.save()

    assert replay_session(finished.session).fault == "learning step 2: another draw"


def test_under_other_versions_scores_may_differ_a_little(db):
    person = Person(make_study(teachers=("GR",)))
    person.finish()
    card = person.session.responses.get(phase="learning", step=2)
    card.decision["numpy"] = "1.0"
    key = next(iter(card.decision["scores"]))
    card.decision["scores"][key] += 1e-12
    card.save()

    replayed = replay_session(person.session)

    assert (replayed.fault, replayed.is_exact) == ("", False)


def test_replay_notices_a_missing_card(finished):
    finished.session.responses.filter(phase="postquiz", step=2).delete()

    assert "postquiz step 2" in replay_session(finished.session).fault


def test_infinite_scores_are_stored_as_null(db):
    person = Person(make_study(teachers=("LR",))).go_to("learning", 1)

    decision = person.card().decision

    assert None in decision["scores"].values()
    assert json.loads(json.dumps(decision, allow_nan=False)) == decision
    assert re.match(r"\d+\.", decision["numpy"])
