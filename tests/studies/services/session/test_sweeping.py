"""What the sweep does for those who do not look."""

import pytest

from studies.models.study import StudyState
from studies.phases import PageKey
from studies.services.design.lifecycle import change_study_state
from studies.services.session import sweeping
from studies.services.session.lock import lock_session_by_id
from studies.services.session.sweeping import Swept, sweep
from tests.studies.factories import NOON, Person, make_study, seconds

pytestmark = pytest.mark.django_db


def test_the_sweep_waits_thirty_seconds_longer(learner):
    deadline = learner.now + seconds(20)

    assert sweep(now=deadline + seconds(29)) == Swept(0, 0)
    assert sweep(now=deadline + seconds(31)) == Swept(1, 0)
    assert sweep(now=deadline + seconds(32)) == Swept(0, 0)


def test_somebody_absent_loses_one_card_only(learner):
    for minutes in range(1, 20):
        sweep(now=learner.now + seconds(60 * minutes))

    outcomes = learner.session.responses.filter(phase="learning").order_by("step")
    assert list(outcomes.values_list("outcome", flat=True)) == ["missed", None]


def test_a_review_missed_by_the_sweep_begins_when_it_is_seen(learner):
    sweep(now=learner.now + seconds(60))

    state = learner.wait(300).look()

    assert state.review.seconds_left == 10


def test_the_sweep_ends_a_review_a_minute_after_its_time(learner):
    learner.answer("xx")
    ended_at = learner.now + seconds(10 + 60)

    assert sweep(now=ended_at - seconds(0.1)) == Swept(0, 0, 0)
    assert sweep(now=ended_at) == Swept(0, 0, 1)
    assert sweep(now=ended_at) == Swept(0, 0, 0)

    assert learner.card(step=2).served_at is None
    state = learner.wait(120).look()
    assert (state.page, state.step, state.review) == ("card", 2, None)
    assert state.card.seconds_left == 20


def test_the_sweep_ends_the_last_review_and_with_it_the_phase(person):
    person.go_to("learning", 6, page="review")

    sweep(now=person.wait(70).now)

    assert person.page_key == ("postquiz", "introduction", 1)


def test_whoever_comes_back_to_a_review_that_was_swept_skips_no_card(learner):
    learner.answer("xx")
    leaving = learner.page_key
    sweep(now=learner.wait(100).now)

    state = learner.go_on(leaving)

    assert (state.page, state.step) == ("card", 2)


def test_a_review_that_nobody_has_seen_is_not_ended(learner):
    sweep(now=learner.now + seconds(60))

    assert sweep(now=learner.now + seconds(600)).n_reviews == 0
    assert learner.wait(600).look().page == "review"


def test_a_review_ended_by_the_sweep_is_no_sign_of_life(learner):
    learner.answer("xx")

    sweep(now=learner.now + seconds(1800.1))

    assert learner.session.is_away
    assert learner.session.last_seen_at == learner.now


@pytest.fixture
def swept_sessions(monkeypatch):
    """The sessions that sweeps have locked."""
    locked = []

    def lock(*, session_id, now):
        locked.append(session_id)
        return lock_session_by_id(session_id=session_id, now=now)

    monkeypatch.setattr(sweeping, "lock_session_by_id", lock)
    return locked


@pytest.mark.parametrize("page", ["card", "review"])
def test_the_sweep_ends_once_what_a_closed_study_left_behind(
    person, page, swept_sessions
):
    person.go_to("learning", 1, page=page)
    change_study_state(
        study_id=person.study.pk, state=StudyState.CLOSED, now=person.now
    )

    found = [sweep(now=NOON + seconds(86400 * days)) for days in (1, 2, 300)]

    assert found == [Swept(0, 0, n_cut_off=1), Swept(0, 0), Swept(0, 0)]
    assert swept_sessions == [person.session.pk]


@pytest.mark.parametrize("page", ["card", "review"])
def test_the_sweep_looks_once_at_those_who_are_gone(learner, page, swept_sessions):
    learner.go_to("learning", 1, page=page)
    sweep(now=learner.now + seconds(2000))
    swept_sessions.clear()

    for days in (1, 2, 300):
        assert sweep(now=NOON + seconds(86400 * days)) == Swept(0, 0, 0)

    assert swept_sessions == []


def test_the_sweep_looks_at_a_stopped_demo_until_it_is_away(db, swept_sessions):
    demo = Person(make_study(slug="demo", is_demo=True)).go_to("learning", 1)
    make_study(slug="real", deck_version=demo.study.deck_version)
    sweep(now=demo.now + seconds(2000))
    swept_sessions.clear()

    assert sweep(now=demo.now + seconds(4000)) == Swept(0, 0, 0)
    assert demo.session.is_away
    assert swept_sessions == []


@pytest.mark.parametrize("what", ["looking", "a wrong key", "the same answer"])
def test_what_changes_nothing_is_no_sign_of_life(learner, what):
    said = learner.card()
    learner.answer("xx")
    learner.look()
    seen_at = learner.now
    learner.wait(1000)
    if what == "looking":
        learner.look()
    elif what == "a wrong key":
        learner.go_on(leaving=PageKey("debrief", "cards", 7))
    else:
        learner.answer("xx", phase=said.phase, step=said.step)

    assert learner.session.last_seen_at == seen_at
    assert sweep(now=seen_at + seconds(1801)).n_away == 1


def test_who_has_only_the_debriefing_left_has_completed():
    person = Person(make_study(debrief_text="Thank you."))
    person.go_to("debrief", 0, page="debrief")

    sweep(now=person.wait(2000).now)

    assert person.session.phase == "completed"
    assert person.session.place.state == "completed"
    assert person.look().completion_code
