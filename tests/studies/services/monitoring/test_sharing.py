"""Who shares an assignment or holds several codes is shown to the researcher."""

import pytest

from studies.errors import StudyFullError
from studies.models import TeachingSession
from studies.models.study import Purpose
from studies.services.people.listing import Wish, list_participants
from studies.services.people.measures import read_measures
from tests.studies.factories import make_study
from tests.studies.services.enrolment.comings import OTHER, OWN, come, finish

pytestmark = pytest.mark.django_db
SECOND_WORKER = {"person": "B2Y", "assignment": "AS1"}


def sharing():
    measures = read_measures(TeachingSession.objects.order_by("pk"))
    return [each.shares_assignment for each in measures.values()]


def flags_of(study):
    rows = list_participants(study, Wish(Purpose.REAL), with_codes=False)
    return [set(map(str, row.flags)) for row in rows]


def test_a_second_worker_with_the_same_assignment_marks_both(study):
    come(study, **OWN)
    come(study, person="C3Z", assignment="AS3")
    assert sharing() == [False, False]

    come(study, **SECOND_WORKER)

    assert sharing() == [True, False, True]
    assert flags_of(study) == [{"shared"}, set(), {"shared"}]


def test_a_second_worker_who_is_refused_marks_the_first(db):
    study = make_study(n_places=1, teachers=("GR",))
    finish(study, come(study, **OWN))

    with pytest.raises(StudyFullError):
        come(study, **SECOND_WORKER)

    assert sharing() == [True]


def test_several_arrivals_of_one_person_share_nothing(study):
    for arrival in (OWN, OTHER, OWN):
        come(study, **arrival)

    assert sharing() == [False]


def test_people_without_assignment_share_none(study):
    for person in ("A1X", "B2Y"):
        come(study, person=person)

    assert sharing() == [False, False]


def test_neither_another_study_nor_another_recruiter_is_shared_with(study):
    other = make_study(slug="other", deck_version=study.deck_version)
    come(study, **OWN)
    come(other, **SECOND_WORKER)
    come(study, recruiter="prolific", person="ab" * 12, assignment="AS1")

    assert sharing() == [False] * 3


def test_a_session_with_several_codes_is_marked(study):
    come(study, **OWN)
    finish(study, come(study, **OTHER))

    assert flags_of(study) == [{"unproven", "codes"}]
