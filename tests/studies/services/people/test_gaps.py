"""Pauses between parts."""

import pytest

from studies.models import TeachingSession
from studies.services.people.gaps import find_gaps
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


def gaps():
    return find_gaps(TeachingSession.objects.all())


def test_the_longest_pause_before_a_part_is_flagged_when_it_is_too_long():
    person = Person(make_study(largest_gap_seconds=300))
    person.go_to("prequiz", page="introduction").wait(200)
    person.go_to("learning", page="introduction").wait(301)
    person.go_to("learning")

    gap = gaps()[person.session.pk]

    assert (gap.seconds, gap.is_too_long) == (301, True)


def test_waiting_for_a_part_that_opens_later_is_no_pause():
    study = make_study(largest_gap_seconds=300, postquiz_delay_seconds=3600)
    person = Person(study).go_to("postquiz", page="waiting").wait(3700)
    person.go_to("postquiz")

    gap = gaps()[person.session.pk]

    assert (gap.seconds, gap.is_too_long) == (100, False)


def test_a_study_may_flag_nobody():
    person = Person(make_study(largest_gap_seconds=None))
    person.go_to("learning", page="introduction").wait(9000).go_to("learning")

    assert not gaps()[person.session.pk].is_too_long


def test_all_sessions_take_one_query(study, django_assert_num_queries):
    for _ in range(2):
        Person(study).go_to("prequiz")

    with django_assert_num_queries(1):
        assert len(gaps()) == 2
