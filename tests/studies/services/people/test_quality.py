"""Whom to trust: what is measured, and where it is too much."""

import pytest

from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    QuestionnaireAnswer,
    SessionDevice,
)
from studies.models.log import EventKind
from studies.services.people.decisions import decide_exclusion
from studies.services.people.quality import count_rules, gauge_people, read_quality
from studies.services.session.withdrawal import erase_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
RULES = {"pastes": 1, "used_help": 0}


@pytest.fixture
def study():
    return make_study(exclusion_rules=RULES, largest_gap_seconds=60)


def read(study):
    return read_quality(study, study.sessions.all())


def paste(person, n_times):
    for _ in range(n_times):
        BrowserEvent.objects.create(
            session=person.session, received_at=NOON, kind=EventKind.PASTE
        )


def test_keys_are_counted_by_letters_where_a_browser_told_of_them(study):
    person = Person(study).go_to("prequiz", 1)
    person.answer("abcd", client={"n_keys": 2})
    person.look()
    person.answer("efghijkl")

    (row,) = read(study)

    assert row.typing.keys_per_letter == 0.5
    assert "keys" not in row.beyond


def test_who_presses_too_few_keys_is_beyond(study):
    person = Person(study).go_to("prequiz", 1)
    person.answer("abcd", client={"n_keys": 1})

    (row,) = read(study)

    assert "keys" in row.beyond


def test_answers_are_very_quick_below_a_second(study):
    person = Person(study).go_to("prequiz", 1)
    person.wait(0.9).answer("xx")
    person.look()
    person.wait(1.1).answer("xx")

    (row,) = read(study)

    assert row.typing.n_quick == 1
    assert "quick" not in row.beyond


def test_a_gap_is_too_long_as_the_design_says(study):
    person = Person(study)
    person.look()
    person.go_on()
    person.wait(61).go_to("prequiz", 1)

    (row,) = read(study)

    assert row.measures.longest_gap_seconds == 61
    assert "gap" in row.beyond


def test_what_was_said_and_the_device_are_told(study):
    session = Person(study).session
    QuestionnaireAnswer.objects.create(session=session, item="honesty", value="A bit")
    SessionDevice.objects.filter(session=session).delete()
    SessionDevice.objects.create(
        session=session, kind="phone", browser="other", viewport="narrow", touch="yes"
    )

    (row,) = read(study)

    assert (row.honesty, row.device, row.n_concerns) == ("A bit", "phone", 1)


def test_those_who_share_an_assignment_are_told_how_many_others_have_it(study):
    people = [Person(study, name=name) for name in ("W1", "W2", "W3")]
    for person in people[:2]:
        ArrivalRecord.objects.create(
            session=person.session,
            recruiter="mturk",
            assignment="SAME",
            proof="taken",
            at=NOON,
        )

    assert [row.n_shared for row in read(study)] == [1, 1, 0]


def test_rules_of_the_design_are_counted_with_those_already_excluded(study):
    first, second = Person(study), Person(study)
    paste(first, 2)
    paste(second, 2)
    paste(Person(study), 1)
    decide_exclusion(
        session=first.session, is_excluded=True, reason="pasted", who="ada", now=NOON
    )

    counted = count_rules(study, read(study))

    assert [(rule.n_people, rule.n_excluded) for rule in counted] == [(2, 1), (0, 0)]
    assert "Pasted more than 1 times" in counted[0].words


def test_the_threshold_of_the_design_goes_before_the_usual_one(study):
    paste(Person(study), 1)

    gauged = {each.gauge.name: each for each in gauge_people(study, read(study))}

    assert (gauged["pastes"].threshold, gauged["pastes"].n_beyond) == (1, 0)
    assert gauged["pastes"].is_of_design
    assert (gauged["blurs"].threshold, gauged["blurs"].is_of_design) == (4, False)


def test_whoever_was_erased_is_left_out(study):
    person = Person(study)
    erase_session(session_id=person.session.pk, by="ada", now=NOON)

    assert read(study) == []
