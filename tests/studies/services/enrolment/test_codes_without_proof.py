"""Whoever proved nothing is owed under a code of their own."""

import pytest

from studies.errors import StudyClosedError
from studies.limits import MAX_TOKENS_EACH
from studies.models import TeachingSession
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from studies.services.session import serving
from studies.services.session.serving import show_session
from studies.services.session.sweeping import sweep
from studies.services.session.withdrawal import screen_out
from studies.services.tokens import read_session
from tests.studies.factories import NOON, make_study, seconds
from tests.studies.services.enrolment.comings import (
    LATER,
    OTHER,
    OWN,
    come,
    finish,
    going_on,
    refusal,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def codes_of(session):
    held = session.codes.order_by("pk")
    return [(it.arrival and it.arrival.assignment, it.code) for it in held]


def code_seen(token):
    return show_session(token=token, now=LATER).state.completion_code


def test_who_finishes_without_proof_ends_with_a_code_of_their_own(study, first):
    stranger = come(study, **OTHER)

    own = finish(study, stranger).completion_code

    persons = code_seen(first.token)
    assert codes_of(TeachingSession.objects.get()) == [(None, persons), ("AS2", own)]
    assert code_seen(stranger.token) == own


def test_who_proved_nothing_never_reads_the_code_of_the_person(study, first):
    stranger = come(study, **OTHER)

    finish(study, first)

    assert code_seen(first.token)
    assert code_seen(stranger.token) is None
    assert come(study, consent=False, **OWN).state.completion_code


def test_nor_while_the_session_is_read_at_once(study, first, monkeypatch):
    stranger = come(study, **OTHER)
    finish(study, first)
    monkeypatch.setattr(serving, "_fits", lambda *args, **more: False)

    seen = show_session(token=stranger.token, now=LATER, serve=False)

    assert (seen.state.page, seen.state.completion_code) == ("completed", None)


@pytest.mark.parametrize("is_swept", [True, False])
def test_who_is_cut_off_without_proof_is_owed_under_a_code_of_their_own(db, is_swept):
    study = make_study(pays_withdrawn=True, finish_seconds=60)
    first, stranger = come(study, **OWN), come(study, **OTHER)
    going_on(study, stranger).go_to("learning", 2)
    come(study, person="A1X", assignment="AS3")
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=NOON)
    if is_swept:
        sweep(now=LATER)

    own, persons = code_seen(stranger.token), code_seen(first.token)

    assert codes_of(TeachingSession.objects.get()) == [(None, persons), ("AS2", own)]


def test_who_looks_on_while_the_person_works_gets_no_code(db):
    study = make_study(debrief_text="Thanks.")
    first, stranger = come(study, **OWN), come(study, **OTHER)
    going_on(study, first).go_to("debrief", 0, page="debrief")

    end = going_on(study, stranger).finish()

    assert end.completion_code is None
    assert [holder for holder, _ in codes_of(TeachingSession.objects.get())] == [None]


def test_an_onlooker_takes_nobody_elses_code(db):
    study = make_study(debrief_text="Thanks.")
    come(study, **OWN)
    worker = come(study, **OTHER)
    going_on(study, worker).go_to("debrief", 0, page="debrief")
    onlooker = come(study, person="A1X", assignment="AS3")

    going_on(study, onlooker).finish()

    held = [holder for holder, _ in codes_of(TeachingSession.objects.get())]
    assert held == [None, "AS2"]
    assert code_seen(worker.token)
    assert code_seen(onlooker.token) is None


def test_answering_the_questions_counts_as_work(study, first):
    going_on(study, first).go_to("questionnaire", 0, page="questionnaire")

    assert finish(study, come(study, **OTHER)).completion_code


def test_the_last_card_counts_though_it_ends_the_session(db):
    study = make_study(questionnaire=None)
    going_on(study, come(study, **OWN)).go_to("postquiz", 3)

    assert finish(study, come(study, **OTHER)).completion_code


def test_nobody_comes_in_without_proof_when_the_time_to_finish_is_over(study, first):
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=NOON)
    over = NOON + seconds(study.finish_seconds + 1)

    assert come(study, now=over - seconds(2), **OTHER).token
    with pytest.raises(StudyClosedError):
        come(study, now=over, **OTHER)
    assert come(study, now=over, **OWN).token


def test_many_joins_throw_nobody_out_who_gives_answers(study, first):
    worker = come(study, **OTHER)
    going_on(study, worker).go_to("prequiz", 2)

    for number in range(MAX_TOKENS_EACH + 5):
        come(study, person="A1X", assignment=f"E{number}")

    assert read_session(worker.token, now=NOON)


def test_a_refused_worker_is_not_the_one_who_is_owed(db):
    study = make_study(pays_screened_out=True)
    come(study, **OWN)
    session = TeachingSession.objects.get()
    change_study_state(study_id=study.pk, state=StudyState.PAUSED)
    refusal(lambda: come(study, person="B2Y", assignment="AS1"))

    screen_out(session_id=session.pk, reason="too young", now=NOON)

    assert [holder for holder, _ in codes_of(session)] == [None]
