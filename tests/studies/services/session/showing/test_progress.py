"""How long a study takes, and how much of it is left."""

import pytest

from studies.services.session.settings import settings_of
from studies.services.session.showing.progress import duration_of, progress_of
from tests.studies.factories import Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def _progress(session):
    return progress_of(session, settings_of(session))


def test_the_papers_study_takes_about_a_quarter_of_an_hour():
    study = make_study(n_concepts=15, horizon=40, questionnaire=None)

    duration = duration_of(study)

    assert (duration.usual_minutes, duration.most_minutes) == (17, 31)


def test_a_limit_for_the_quizzes_bounds_the_time():
    loose = make_study(n_concepts=15, horizon=40)
    tight = make_study(
        slug="tight",
        deck_version=loose.deck_version,
        n_concepts=15,
        horizon=40,
        quiz_seconds=5,
    )

    assert duration_of(tight).most_minutes < duration_of(loose).most_minutes


def test_the_minutes_left_only_fall(person):
    left = []
    while person.session.phase != "completed":
        left.append(_progress(person.session).minutes_left)
        person.move(person.look())

    assert left == sorted(left, reverse=True)
    assert left[-1] == 1


def test_progress_names_part_and_card(study):
    progress = _progress(Person(study).go_to("learning", 3).session)

    assert (progress.part, progress.n_parts) == (2, 3)
    assert (progress.step, progress.n_steps) == (3, 6)


def test_progress_is_three_bars_one_for_each_part(study):
    person = Person(study).go_to("learning", 3)
    before = _progress(person.session).parts

    person.move(person.look())

    assert [(part.n_done, part.n_steps) for part in before] == [(3, 3), (2, 6), (0, 3)]
    assert _progress(person.session).parts[1].n_done == 3


def test_after_the_parts_all_bars_are_full(study):
    person = Person(study).go_to("postquiz", 3)
    person.move(person.look())

    progress = _progress(person.session)

    assert progress.part == 0
    assert all(part.n_done == part.n_steps for part in progress.parts)
