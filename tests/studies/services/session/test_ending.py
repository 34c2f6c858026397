"""How sessions end: what is kept, what is returned, and which code is owed."""

import pytest
from django.db import IntegrityError, transaction

from studies.errors import FinishedError, StudyClosedError
from studies.models import CompletionCode
from studies.models.study import StudyState
from studies.services import codes
from studies.services.codes import issue_code
from studies.services.design.lifecycle import change_study_state
from studies.services.hash_chain import find_log_fault
from studies.services.participation.events import Event, store_events
from studies.services.session.sweeping import sweep
from studies.services.session.withdrawal import screen_out, withdraw_session
from tests.studies.factories import Person, make_study, seconds

pytestmark = pytest.mark.django_db
PAYING = {"pays_withdrawn": True, "pays_screened_out": True}


def close(person):
    return change_study_state(
        study_id=person.study.pk, state=StudyState.CLOSED, now=person.now
    )


def leave(person, *, keep_answers=True):
    context = withdraw_session(
        token=person.token, keep_answers=keep_answers, now=person.now
    )
    return context.state


def screen(person, reason="too young"):
    screen_out(session_id=person.session.pk, reason=reason, now=person.now)


def codes_of(person):
    return list(person.session.codes.values_list("outcome", "code"))


def test_whoever_completes_gets_a_code_for_it(person):
    state = person.finish()

    assert codes_of(person) == [("completed", state.completion_code)]


def test_nobody_else_gets_a_code_unless_the_study_pays_for_it(study):
    leaver, screened = Person(study), Person(study)

    left = leave(leaver)
    screen(screened)

    assert (left.completion_code, screened.look().completion_code) == (None, None)
    assert not CompletionCode.objects.exists()


def test_a_study_may_pay_those_who_leave_early_and_those_screened_out():
    study = make_study(**PAYING)
    leaver, screened = Person(study).go_to("learning", 1), Person(study)

    left = leave(leaver)
    screen(screened)

    assert codes_of(leaver) == [("withdrawn", left.completion_code)]
    assert codes_of(screened) == [("screened_out", screened.look().completion_code)]


@pytest.mark.parametrize("is_later", [False, True])
def test_deleting_the_answers_costs_nobody_what_they_are_owed(is_later):
    person = Person(make_study(**PAYING)).go_to("learning", 2)
    if is_later:
        leave(person)

    state = leave(person, keep_answers=False)

    assert codes_of(person) == [("withdrawn", state.completion_code)]
    assert not person.session.responses.exists()


def test_the_rules_of_pay_are_those_that_were_agreed_to():
    person = Person(make_study(**PAYING)).go_to("learning", 1)
    person.study.pays_withdrawn = False
    person.study.save()

    assert leave(person).completion_code


@pytest.mark.parametrize(
    ("phase", "step", "page"),
    [("instructions", 0, "instructions"), ("prequiz", 3, "card")],
)
def test_nobody_is_paid_for_leaving_who_did_not_finish_the_prequiz(phase, step, page):
    person = Person(make_study(**PAYING)).go_to(phase, step, page=page)

    assert leave(person).completion_code is None
    assert codes_of(person) == []


def test_a_person_has_one_code(finished):
    with pytest.raises(IntegrityError), transaction.atomic():
        issue_code(finished.session, outcome="completed", now=finished.now)


def test_codes_have_no_letters_that_are_mistaken_for_others():
    letters = "".join(codes.new_completion_code() for _ in range(200))

    assert set(letters) == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_a_code_that_somebody_has_is_drawn_again(finished, monkeypatch):
    ((_, taken),) = codes_of(finished)
    drawn = iter([taken, "0" * 12])
    monkeypatch.setattr(codes, "new_completion_code", lambda: next(drawn))

    assert Person(finished.study).finish().completion_code == "0" * 12


def test_nobody_reads_a_code_before_the_end(person):
    issue_code(person.session, outcome="completed", now=person.now)

    assert person.look().completion_code is None


def test_no_code_is_given_for_a_session_that_goes_on(person):
    with pytest.raises(IntegrityError), transaction.atomic():
        issue_code(person.session, outcome="learning", now=person.now)


def test_whoever_is_screened_out_returns_the_place_and_is_told_kindly(person):
    person.go_to("learning", 2)
    place = person.session.place

    screen(person)

    session = person.session
    place.refresh_from_db()
    assert (session.phase, session.place, place.state) == ("screened_out", None, "open")
    assert session.screened_out_at == person.now
    assert person.look().page == "screened_out"
    assert find_log_fault(session) == ""
    assert '"reason":"too young"' in session.log.get(kind="screened_out").payload


def test_nothing_goes_on_after_having_been_screened_out(person):
    person.go_to("learning", 2)
    screen(person)

    for act in (person.go_on, person.fill_in, lambda: screen(person)):
        with pytest.raises(FinishedError):
            act()
    for step in (1, 2):
        with pytest.raises(FinishedError):
            person.answer("xx", phase="learning", step=step)


def test_whoever_was_screened_out_may_have_the_answers_deleted(person):
    person.go_to("learning", 2)
    screen(person)

    state = leave(person, keep_answers=False)

    assert state.page == "screened_out"
    assert not person.session.responses.exists()


def test_nobody_is_screened_out_at_the_end(finished):
    with pytest.raises(FinishedError):
        screen(finished)


def test_people_inside_finish_after_the_study_was_closed(person):
    person.go_to("learning", 2)

    study = close(person)

    assert study.finish_until == person.now + seconds(7200)
    assert person.look().closes_in_seconds == 7200
    assert person.finish().completion_code


def test_each_study_says_how_long_people_inside_may_go_on():
    person = Person(make_study(finish_seconds=60)).go_to("prequiz", 1)
    close(person)

    assert person.wait(60).answer("xx").step == 2
    with pytest.raises(StudyClosedError):
        person.wait(1).answer("xx")


def test_nobody_is_told_of_a_deadline_while_the_study_is_open(person):
    assert person.look().closes_in_seconds is None


def test_the_deadline_ends_a_session_with_what_is_owed():
    person = Person(make_study(**PAYING)).go_to("learning", 2)
    place = person.session.place
    close(person)

    state = person.wait(7201).look()

    place.refresh_from_db()
    assert (state.page, state.phase, place.state) == ("closed", "withdrawn", "open")
    assert codes_of(person) == [("withdrawn", state.completion_code)]
    assert person.session.is_cut_off
    assert person.look() == state
    assert find_log_fault(person.session) == ""


@pytest.fixture(params=["result", "debrief"])
def reader(request):
    """Somebody with nothing but a page to read left, when their study closes."""
    texts = {"debrief_text": "Thanks.", "shows_result": request.param == "result"}
    person = Person(make_study(**PAYING, **texts))
    person.go_to(request.param, 0, page=request.param)
    close(person)
    return person.wait(7201)


@pytest.mark.parametrize("act", [Person.look, Person.go_on])
def test_the_deadline_completes_whoever_had_only_pages_to_read(reader, act):
    act(reader)

    state = reader.look()

    assert (state.page, reader.session.is_cut_off) == ("completed", False)
    assert codes_of(reader) == [("completed", state.completion_code)]


def test_the_sweep_completes_whoever_had_only_pages_to_read(reader):
    sweep(now=reader.wait(30).now)

    assert [outcome for outcome, _ in codes_of(reader)] == ["completed"]
    assert reader.session.place.state == "completed"
    assert find_log_fault(reader.session) == ""


def test_a_look_ahead_of_a_browser_ends_nothing(person):
    close(person)

    state = person.wait(7201).look(serve=False)

    assert (state.page, state.phase) == ("closed", "instructions")


def test_the_sweep_ends_those_who_do_not_come_back(person):
    away = Person(person.study)
    person.go_to("learning", 2)
    sweep(now=person.now + seconds(1801))
    study = close(person)

    before = sweep(now=study.finish_until)
    after = sweep(now=study.finish_until + seconds(31))
    again = sweep(now=study.finish_until + seconds(62))

    assert (before.n_cut_off, after.n_cut_off, again.n_cut_off) == (0, 2, 0)
    assert {person.session.phase, away.session.phase} == {"withdrawn"}


def test_whoever_was_cut_off_may_have_the_answers_deleted(person):
    person.go_to("learning", 2)
    close(person)
    person.wait(7201).look()

    assert leave(person, keep_answers=False).page == "closed"
    assert not person.session.responses.exists()


def test_browsers_may_tell_until_the_deadline(person):
    events = [Event("blur")]
    close(person)

    early = store_events(token=person.token, events=events, now=person.now)
    person.wait(7201)
    late = store_events(token=person.token, events=events, now=person.now)

    assert (early, late) == (1, 0)
