"""The server's clock decides."""

import pytest

from studies.errors import ConflictError, InvalidError, StudyError, TooEarlyError
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from studies.services.enrolment.joining import grant_time
from studies.services.session import sweeping
from studies.services.session.answering import answer_card
from studies.services.session.lock import lock_session_by_id
from studies.services.session.serving import MAX_TAKEN_BACK, take_card_back
from studies.services.session.submission import Submission
from studies.services.session.sweeping import Swept, sweep
from tests.studies.factories import NOON, Person, make_study, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture
def learner(person):
    return person.go_to("learning", 1)


def test_only_a_real_look_serves_the_card(person):
    person.go_on()
    person.go_on()

    assert person.look(serve=False).card is None
    assert person.card().served_at is None
    assert person.look().card is not None


def test_looking_again_does_not_renew_the_time(learner):
    assert learner.look().card.seconds_left == 20
    assert learner.wait(5).look().card.seconds_left == 15


def take_back(learner, step=1):
    take_card_back(token=learner.token, phase="learning", step=step, now=learner.now)


def test_a_card_whose_picture_failed_keeps_the_time_it_had_left(learner):
    take_back(learner.wait(4))

    assert learner.card().served_at is None
    assert learner.wait(60).look().card.seconds_left == 16
    assert learner.wait(18.1).look().page == "review"


def test_taking_a_card_back_again_and_again_gives_no_time(learner):
    for seconds_left in (17, 14, 11):
        take_back(learner.wait(3))
        assert learner.wait(60).look().card.seconds_left == seconds_left


def test_a_card_without_a_clock_has_none_when_it_is_shown_again(person):
    person.go_to("prequiz", 1).wait(60)

    take_card_back(token=person.token, phase="prequiz", step=1, now=person.now)

    assert person.card().served_at is None
    assert person.wait(60).look().card.seconds_left is None


@pytest.mark.parametrize("after", [20, 21, 22.5])
def test_a_card_cannot_be_taken_back_when_its_time_is_over(learner, after):
    take_back(learner.wait(after))

    assert learner.card(step=1).served_at is not None
    assert learner.wait(2.1).look().page == "review"
    assert learner.card(step=1).outcome == "missed"


def test_cards_are_taken_back_a_few_times_only(learner):
    for _ in range(MAX_TAKEN_BACK):
        take_back(learner)
        learner.look()
    learner.wait(5)

    take_back(learner)

    assert learner.wait(1).look().card.seconds_left == 14


def test_a_card_that_is_not_open_is_not_taken_back(learner):
    with pytest.raises(StudyError):
        take_back(learner, step=2)
    learner.answer("xx")
    with pytest.raises(StudyError):
        take_back(learner)


@pytest.mark.parametrize(
    ("after", "outcome"),
    [(19.9, "correct"), (21.99, "correct"), (22, "correct"), (22.01, "late")],
)
def test_the_grace_is_two_seconds(learner, after, outcome):
    text = learner.right_answer()

    assert learner.wait(after).answer(text).receipt.outcome == outcome


def test_a_late_answer_keeps_its_text(learner):
    learner.wait(60).answer("Haus")

    assert (learner.card(step=1).outcome, learner.card(step=1).text) == ("late", "Haus")


@pytest.mark.parametrize(
    ("delay", "after", "outcome"),
    [
        (4000, 26, "correct"),
        (4000, 26.1, "late"),
        (60_000, 27, "correct"),
        (60_000, 27.1, "late"),
    ],
)
def test_a_slow_picture_is_believed_up_to_five_seconds(learner, delay, after, outcome):
    text = learner.right_answer()

    state = learner.wait(after).answer(text, client={"picture_delay_ms": delay})

    assert state.receipt.outcome == outcome


def test_a_card_past_its_deadline_is_missed_at_the_next_look(learner):
    state = learner.wait(22.1).look()

    assert state.page == "review"
    assert state.review.outcome == "missed"
    assert state.review.seconds_left == 10


def test_a_missed_card_takes_one_late_text_without_changing_anything(learner):
    sweep(now=learner.wait(51).now)
    chosen = learner.card(step=2).shown

    state = learner.answer("Haus", step=1)
    again = learner.answer("Haus", step=1)

    card = learner.card(step=1)
    assert state == again
    assert (card.outcome, card.late_text, card.text) == ("missed", "Haus", "")
    assert learner.card(step=2).shown == chosen
    with pytest.raises(ConflictError):
        learner.answer("Katze", step=1)


@pytest.mark.parametrize(("after", "is_taken"), [(67, True), (67.1, False)])
def test_a_late_text_was_under_way_when_the_time_ended(learner, after, is_taken):
    sweep(now=learner.wait(51).now)
    learner.wait(after - 51)

    if is_taken:
        learner.answer("Haus", step=1)
    else:
        with pytest.raises(ConflictError):
            learner.answer("Haus", step=1)

    assert (learner.card(step=1).late_text == "Haus") == is_taken


def test_no_late_text_is_taken_once_the_answer_was_shown(learner):
    assert learner.wait(22.1).look().review.correct_answer

    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)

    assert learner.card(step=1).late_text is None


@pytest.mark.parametrize("empty", [{"dont_know": True}, {"auto_submitted": True}, {}])
def test_nothing_sent_for_a_missed_card_tells_its_answer(learner, empty):
    sweep(now=learner.wait(51).now)

    state = learner.answer("", step=1, **empty)

    assert (state.page, state.review) == ("review", None)
    assert learner.card(step=1).review_at is None


def test_a_look_that_serves_nothing_does_not_tell_the_answer(learner):
    sweep(now=learner.wait(51).now)

    assert learner.look(serve=False).review is None
    assert learner.look().review.seconds_left == 10


def test_a_reply_that_shows_the_answer_ends_the_time_for_late_texts(learner):
    sweep(now=learner.wait(51).now)
    empty = Submission(phase="learning", step=1, dont_know=True)

    shown = answer_card(
        token=learner.token, submission=empty, now=learner.now, serve=True
    )

    assert shown.state.review.seconds_left == 10
    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)


def test_an_empty_card_that_its_page_sent_takes_no_late_text(learner):
    learner.wait(20).answer("", auto_submitted=True)

    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)


def test_a_late_text_that_was_taken_can_be_sent_again_at_any_time(learner):
    sweep(now=learner.wait(51).now)
    learner.answer("Haus", step=1)

    assert learner.wait(300).answer("Haus", step=1).receipt.outcome == "missed"


def test_a_quiz_card_takes_a_late_text_while_the_next_is_shown(db):
    person = Person(make_study(quiz_seconds=8)).go_to("prequiz", 1)
    person.wait(11).look()

    person.answer("Haus", step=1)

    assert person.card(step=1).late_text == "Haus"


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
def test_the_sweep_leaves_what_a_closed_study_left_behind(person, page, swept_sessions):
    person.go_to("learning", 1, page=page)
    change_study_state(study_id=person.study.pk, state=StudyState.CLOSED)

    for days in (1, 2, 300):
        assert sweep(now=NOON + seconds(86400 * days)) == Swept(0, 0, 0)

    assert swept_sessions == []


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


def test_the_review_cannot_be_cut_short(learner):
    learner.answer("xx")

    with pytest.raises(TooEarlyError):
        learner.wait(9.9).go_on()
    assert learner.wait(0.1).go_on().step == 2


def test_quiz_cards_have_no_clock_by_default(person):
    person.go_to("prequiz", 1)

    state = person.wait(1000).look()

    assert (state.step, state.card.seconds_left) == (1, None)


def test_quiz_cards_may_have_a_clock(db):
    person = Person(make_study(quiz_seconds=8)).go_to("prequiz", 1)

    state = person.wait(11).look()

    assert person.card(step=1).outcome == "missed"
    assert (state.step, state.card.seconds_left) == (2, 8)


def test_learning_without_a_deadline_is_never_late(db):
    person = Person(make_study(learning_seconds=None)).go_to("learning", 1)
    text = person.right_answer()

    assert person.wait(1000).answer(text).receipt.outcome == "correct"
    assert sweep(now=person.now + seconds(500)).n_missed == 0


@pytest.mark.parametrize("factor", [1.5, 2])
def test_granted_time_stretches_every_card(person, factor):
    grant_time(session_id=person.session.pk, factor=factor, now=NOON)

    assert person.go_to("learning", 1).look().card.seconds_left == 20 * factor


def test_time_is_granted_only_before_the_prequiz(person):
    person.go_to("prequiz", 1)

    with pytest.raises(StudyError):
        grant_time(session_id=person.session.pk, factor=2, now=NOON)


def test_no_time_factor_shortens_the_time(person):
    with pytest.raises(InvalidError):
        grant_time(session_id=person.session.pk, factor=0.5, now=NOON)


@pytest.mark.parametrize("shift", [-5, -3600])
def test_a_clock_set_back_neither_breaks_nor_lengthens_anything(learner, shift):
    learner.wait(10).look()
    learner.wait(shift)
    text = learner.right_answer()

    assert learner.look().card.seconds_left <= 20
    assert learner.answer(text).receipt.outcome == "correct"


def test_settings_are_frozen_at_consent(learner):
    study = learner.study
    study.review_seconds, study.horizon = 99, 2
    study.save()

    learner.answer("xx")

    assert learner.look().n_steps == 6
    assert learner.look().review.seconds_left == 10
