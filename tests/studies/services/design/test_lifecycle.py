"""A design is checked when it opens, and frozen from then on."""

import hashlib
from datetime import timedelta

import pytest

from studies.errors import DesignError
from studies.models import Study
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import NOON, Person, make_deck_version, make_study

pytestmark = pytest.mark.django_db


def test_a_closed_study_stays_closed(study):
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    with pytest.raises(DesignError):
        change_study_state(study_id=study.pk, state=StudyState.LIVE)


def test_a_study_that_opened_with_an_endless_time_to_finish_closes(study):
    Study.objects.update(finish_seconds=1e308)

    closed = change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=NOON)

    assert closed.finish_until == NOON + timedelta(days=30)


def test_a_live_design_has_a_fingerprint_that_does_not_tell_the_seed(study):
    assert len(study.fingerprint) == 64
    assert study.seed not in study.fingerprint


@pytest.mark.parametrize(
    "path",
    [
        ("pilot", "draft", "live"),
        ("pilot", "live", "paused", "live", "closed"),
        ("live", "paused", "closed"),
        ("pilot", "closed"),
    ],
)
def test_a_study_goes_its_way(path):
    study = make_study(state="draft")

    for state in path:
        study = change_study_state(study_id=study.pk, state=StudyState(state))

    assert study.state == path[-1]


def test_people_inside_finish_a_pilot_that_is_a_draft_again(client):
    study = make_study(state="pilot")
    person = Person(study, name="A1X").go_to("prequiz", 2)
    change_study_state(study_id=study.pk, state=StudyState.DRAFT)

    link = "/join/study/?assignmentId=AS1-A1X&workerId=A1X"
    assert b"Welcome back" in client.get(link).content
    assert client.get("/join/study/").status_code == 409
    assert person.finish().completion_code
    assert person.session.purpose == "pilot"


def test_nobody_finds_a_draft_that_was_never_open(client):
    make_study(state="draft")

    assert client.get("/join/study/").status_code == 404


@pytest.mark.parametrize(
    ("state", "forbidden"),
    [
        ("live", "draft"),
        ("live", "pilot"),
        ("paused", "draft"),
        ("paused", "pilot"),
        ("draft", "paused"),
        ("draft", "closed"),
    ],
)
def test_no_way_leads_back_from_the_first_real_session(state, forbidden):
    study = make_study(state="live" if state == "paused" else state)
    if state == "paused":
        change_study_state(study_id=study.pk, state=StudyState.PAUSED)

    with pytest.raises(DesignError, match="cannot become"):
        change_study_state(study_id=study.pk, state=StudyState(forbidden))


def test_neither_seed_nor_number_of_places_is_in_the_fingerprint():
    first = make_study()
    second = make_study(
        slug="two", deck_version=first.deck_version, seed="cd" * 32, n_places=33
    )

    assert first.fingerprint == second.fingerprint
    assert first.seed_hash != second.seed_hash


def test_the_seed_is_committed_to_by_its_hash(study):
    assert study.seed_hash == hashlib.sha256(study.seed.encode()).hexdigest()


def test_another_design_has_another_fingerprint():
    first = make_study()
    second = make_study(slug="two", deck_version=first.deck_version, horizon=7)
    same = make_study(slug="three", deck_version=first.deck_version)

    assert first.fingerprint == same.fingerprint != second.fingerprint


def test_a_design_is_fingerprinted_again_when_a_pilot_changed_it():
    study = make_study(state="pilot")
    before = study.fingerprint
    study.horizon = 9
    study.save()

    after = change_study_state(study_id=study.pk, state=StudyState.LIVE).fingerprint

    assert after != before


@pytest.mark.parametrize(
    "changes",
    [
        {"minimum_age": 18},
        {"largest_gap_seconds": 60},
        {"n_planned_looks": 1},
        {"equivalence_margin": 0.05},
        {"primary_test": "ancova"},
        {"left_debrief_text": "Bye"},
        {"consent_parts": {"purpose": "To learn."}},
        {"questions_before": True},
    ],
)
def test_what_people_see_before_and_after_belongs_to_the_design(changes):
    first = make_study()
    if "questions_before" in changes:
        changes = {"questions_before": first.questionnaire}

    second = make_study(slug="two", deck_version=first.deck_version, **changes)

    assert first.fingerprint != second.fingerprint


def test_the_recruiters_belong_to_the_design():
    open_to_all, closed_to_most = (
        make_study(slug=slug, deck_version=version, recruiters=recruiters)
        for version in [make_deck_version()]
        for slug, recruiters in [("one", ["mturk", "link"]), ("two", ["link"])]
    )

    assert open_to_all.fingerprint != closed_to_most.fingerprint
