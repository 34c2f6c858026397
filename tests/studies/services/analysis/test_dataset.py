"""Rows to arrays, against a slow and literal reading of the same rows."""

import math

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.models import ExclusionDecision, Place, Study, TeachingSession
from studies.models.study import Purpose
from studies.services.analysis.dataset import read_dataset
from studies.services.people.decisions import decide_exclusion, erase_participant
from studies.services.people.looks import look_at_outcomes
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, Person, make_study
from tests.studies.services.results.played import make_played
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker, "dataset"):
        yield make_played(slug="played")


def read(study):
    return read_dataset(study, purpose=Purpose.REAL)


def allocated(study):
    sessions = TeachingSession.objects.filter(study=study, allocated_at__isnull=False)
    return list(sessions.order_by("pk"))


def literal_cell(session, position):
    """Before, after, showings and seconds since the last, one card at a time."""
    cards = session.responses.filter(shown__position=position, closed_at__isnull=False)
    quiz = {
        phase: cards.filter(phase=phase).first() for phase in ("prequiz", "postquiz")
    }
    verdicts = [
        math.nan if card is None else float(card.outcome == "correct")
        for card in quiz.values()
    ]
    shown = list(cards.filter(phase="learning").order_by("step"))
    since = math.nan
    if shown and quiz["postquiz"]:
        passed = quiz["postquiz"].served_at - shown[-1].closed_at
        since = passed.total_seconds()
    return [*verdicts, len(shown), since]


def test_cells_are_what_a_slow_reading_finds(played):
    study = Study.objects.get(pk=played.pk)
    cards = read(study).cards

    cells = np.stack([cards.before, cards.after, cards.n_shown, cards.seconds_since])

    expected = [[literal_cell(one, at) for at in range(4)] for one in allocated(study)]
    np.testing.assert_array_equal(cells, np.moveaxis(np.array(expected), 2, 0))


def test_learning_is_read_step_by_step(played):
    study = Study.objects.get(pk=played.pk)
    cards = read(study).cards

    for row, session in enumerate(allocated(study)):
        closed = session.responses.filter(phase="learning", closed_at__isnull=False)
        steps = {card.step: float(card.recalled) for card in closed}
        expected = [steps.get(step, math.nan) for step in range(1, 9)]
        np.testing.assert_array_equal(cards.recalled[row], expected)


def test_every_place_is_there_and_everybody_stands_at_theirs(played):
    study = Study.objects.get(pk=played.pk)
    data = read(study)

    places = list(Place.objects.filter(study=study).order_by("number"))
    assert data.places.keys == tuple(place.pk for place in places)
    assert data.places.blocks.tolist() == [place.block for place in places]
    for index, session in zip(data.of_places, allocated(study), strict=True):
        assert places[index].pk in (session.place_id, session.returned_place_id)
        assert data.arms[data.places.arms[index]] == session.arm.name


def test_whoever_leaves_has_no_postquiz_and_keeps_their_place():
    study = make_study(n_places=4)
    person = Person(study).go_to("learning", 3)
    place = person.session.place_id
    withdraw_session(token=person.token, keep_answers=True, now=person.now)

    data = read(study)

    assert data.people.has_postquiz.tolist() == [False]
    assert data.places.keys[data.of_places[0]] == place
    assert data.persons[0].state == "withdrawn"


def test_a_part_of_a_postquiz_is_none():
    study = make_study(n_places=4)
    Person(study).go_to("postquiz", 3)

    data = read(study)

    assert np.isfinite(data.cards.after).sum() == 2
    assert not data.people.has_postquiz.any()


def test_the_erased_are_counted_without_answers():
    study = make_study(n_places=4)
    person = Person(study).go_to("completed", 0, page="completed")
    erase_participant(session=person.session, who="ada", now=person.now)

    data = read(study)

    assert (data.n_people, data.persons[0].state) == (1, "erased")
    assert not np.isfinite(data.cards.before).any()


def test_an_exclusion_counts_as_blind_until_outcomes_were_seen():
    study = make_study(n_places=4)
    early, late = (
        Person(study).go_to("completed", 0, page="completed").session for _ in "ab"
    )
    decide = {"is_excluded": True, "reason": "x", "who": "ada", "now": NOON}
    decide_exclusion(session=early, **decide)
    look_at_outcomes(session=late, who="ada", now=NOON)
    decide_exclusion(session=late, **decide)

    people = read(study).people

    assert people.is_excluded.tolist() == [True, False]
    assert people.is_excluded_late.tolist() == [False, True]


def test_who_is_taken_back_after_outcomes_were_seen_stays_excluded():
    study = make_study(n_places=4)
    session = Person(study).go_to("completed", 0, page="completed").session
    for is_excluded, is_late in ((True, False), (False, True)):
        ExclusionDecision.objects.create(
            session=session,
            at=NOON,
            who="ada",
            is_excluded=is_excluded,
            after_unlocking=is_late,
        )

    assert read(study).people.is_excluded.tolist() == [True]


def test_those_without_a_place_are_counted_by_what_became_of_them():
    study = make_study(n_places=4)
    Person(study)
    gone = Person(study)
    withdraw_session(token=gone.token, keep_answers=True, now=gone.now)

    assert read(study).n_unallocated == {"instructions": 1, "withdrawn": 1}


def test_many_people_take_no_more_queries_than_few(played):
    few, many = make_played(3, slug="few"), Study.objects.get(pk=played.pk)

    assert few.sessions.count() < many.sessions.count()
    assert _count_queries(few) == _count_queries(many)


def _count_queries(study):
    with CaptureQueriesContext(connection) as caught:
        read(study)
    return len(caught)
