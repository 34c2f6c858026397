"""Trying a study leaves no trace in it."""

import pytest
from django.template.loader import render_to_string

from studies.errors import DesignError, NotFoundError
from studies.models import CompletionCode, Place, TeachingSession
from studies.models.study import Purpose, StudyState
from studies.services.rehearsal.beliefs import (
    ConceptBelief,
    TeachersView,
    see_as_teacher,
)
from studies.services.rehearsal.previews import (
    FAST_REVIEW_SECONDS,
    Pace,
    find_preview,
    start_preview,
)
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db


class Looker(Person):
    """Somebody who tries a study."""

    def __init__(self, study, *, arm=None, pace=Pace.NORMAL):
        self.now, self.study = NOON, study
        arm = arm or study.arms.first()
        preview = start_preview(
            study=study, arm_id=arm.pk, pace=pace, who="ada", now=NOON
        )
        self.token, self.public_id = preview


@pytest.mark.parametrize("state", [StudyState.DRAFT, StudyState.LIVE])
def test_a_try_goes_to_the_end_and_takes_no_place(state):
    study = make_study(state=state)

    Looker(study, pace=Pace.FAST).finish()

    session = TeachingSession.objects.get()
    assert (session.purpose, session.phase) == (Purpose.PREVIEW, "completed")
    assert not Place.objects.exists()
    code = CompletionCode.objects.get()
    assert (code.session, code.code[:7]) == (session, "PREVIEW")


def test_the_arm_is_the_one_that_was_chosen():
    study = make_study(teachers=("GR", "RR"))
    looker = Looker(study, arm=study.arms.get(teacher="RR")).go_to("learning")

    assert looker.session.teaching["teacher"] == "RR"


def test_fast_means_short_reviews_and_no_waiting():
    study = make_study(postquiz_delay_seconds=3600)
    fast, normal = Looker(study, pace=Pace.FAST), Looker(study)

    assert fast.session.settings["review_seconds"] == FAST_REVIEW_SECONDS
    assert fast.session.settings["postquiz_delay_seconds"] == 0
    assert normal.session.settings["postquiz_delay_seconds"] == 3600


def test_a_design_that_cannot_run_is_not_tried():
    study = make_study(state=StudyState.DRAFT, n_concepts=500)

    with pytest.raises(DesignError):
        Looker(study)


def test_another_study_s_arm_is_not_there():
    study = make_study()
    other = make_study(slug="other", deck_version=study.deck_version)

    with pytest.raises(NotFoundError):
        Looker(study, arm=other.arms.first())


def test_sessions_of_participants_are_no_previews():
    study = make_study()
    person = Person(study, name="A1")

    with pytest.raises(NotFoundError):
        find_preview(study, person.session.public_id)


def test_the_teacher_s_view_is_that_of_the_decision():
    looker = Looker(make_study(horizon=6), pace=Pace.FAST).go_to("learning", 4)
    session = find_preview(looker.study, looker.public_id)

    view = see_as_teacher(session)

    card = looker.card()
    believed = {c.name: c for c in view.concepts}
    assert view.chosen.name == card.shown.concept.article + " " + looker.right_answer()
    assert view.step == 4
    assert sum(concept.n_shown for concept in believed.values()) == 3
    scores = {c.score for c in view.concepts if c.score is not None}
    assert scores == set(card.decision["scores"].values())
    assert all(0 <= c.recall <= 1 and len(c.curve) == 3 for c in view.concepts)


def test_a_teacher_that_learns_the_learner_tells_how_strong_it_takes_them_to_be():
    study = make_study(teachers=("AD", "RD"), horizon=6)
    looker = Looker(study, pace=Pace.FAST).go_to("learning", 4)

    view = see_as_teacher(find_preview(study, looker.public_id))

    words = render_to_string(
        "dashboard/parts/teachers_view.html", {"view": view, "plot": {}}
    )
    assert 0.3 < view.strength < 3
    assert f"memory to be {view.strength:.2f} times as strong" in words


def believe(name, score, *, is_chosen=False):
    return ConceptBelief(name, 1, 1, 0.5, (), score, is_chosen, is_tied=is_chosen)


def test_a_better_card_that_may_not_come_again_is_told_as_such():
    chosen = believe("Haus", 0.0452, is_chosen=True)
    others = (believe("Handschuh", 0.048), believe("Baum", 0.03), believe("Hut", None))
    view = TeachersView("GR", 2, 6, (chosen, *others), draw=0.5)

    words = render_to_string("dashboard/parts/reason.html", {"view": view})

    assert "gains most: 0.0452, before Baum with 0.0300." in words
    assert "Handschuh would gain more (0.0480), but no card comes twice" in words


def test_where_nothing_better_was_ruled_out_nothing_is_told_of_it():
    chosen = believe("Haus", 0.0452, is_chosen=True)
    view = TeachersView("GR", 2, 6, (chosen, believe("Baum", 0.03)), draw=0.5)

    words = render_to_string("dashboard/parts/reason.html", {"view": view})

    assert (
        words.strip() == "Showing it now gains most: 0.0452, before Baum with 0.0300."
    )


def test_there_is_no_teacher_s_view_before_learning():
    looker = Looker(make_study()).go_to("prequiz")

    assert see_as_teacher(looker.session) is None
