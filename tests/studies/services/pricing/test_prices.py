import pytest
from django.db import connection
from django.template.loader import render_to_string

from studies.errors import DesignError
from studies.models import Arm
from studies.models.study import Purpose, StudyState
from studies.services.analysis.replay import replay_session
from studies.services.design.checks import find_errors, report_on
from studies.services.design.launching import launch_study
from studies.services.design.lifecycle import change_study_state, describe_design
from studies.services.design.running import move_study
from studies.services.drafting.documents import clone_study
from studies.services.export.source import Source
from studies.services.export.tables.studies import ARMS
from studies.services.pricing import prices
from studies.services.pricing.prices import find_prices, prepare_prices
from studies.services.rehearsal.beliefs import see_as_teacher
from studies.services.rehearsal.previews import Pace, start_preview
from studies.services.session import scheduling
from teaching import HalfLifeModel, create_teacher
from tests.studies.factories import NOON, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql_is_enough]


def _arm(study):
    return study.arms.get(teacher="PR")


@pytest.fixture
def draft():
    return make_study(state="draft", teachers=("PR",))


def test_an_arm_has_its_prices_when_the_study_opens(draft):
    study = change_study_state(study_id=draft.pk, state=StudyState.PILOT)

    kept = find_prices(study, _arm(study))
    own = create_teacher("PR", model=HalfLifeModel([(6, 2, 0)] * 3), horizon=6)
    assert kept == list(own.prices)


def test_prices_are_part_of_the_design_that_is_fingerprinted(draft):
    before = describe_design(draft)["arms"]

    study = change_study_state(study_id=draft.pk, state=StudyState.LIVE)

    assert before == [["PR", "PR", None]]
    (arm,) = describe_design(study)["arms"]
    assert arm == ["PR", "PR", None, {}, find_prices(study, _arm(study))]


@pytest.mark.parametrize("state", ["pilot", "live"])
def test_nothing_is_computed_once_people_can_join(draft, monkeypatch, state):
    study = change_study_state(study_id=draft.pk, state=StudyState(state))
    monkeypatch.setattr(prices, "compute_prices", None)
    monkeypatch.setattr("teaching.teachers.priced.prices_to_teach_by", None)

    person = Person(study).go_to("learning", 3)

    kept = find_prices(study, _arm(study))
    assert person.session.teaching["options"] == {"prices": kept}


def _open_a_pilot(study):
    move_study(study=study, state=StudyState.PILOT, who="ada", now=NOON)


def _launch(study):
    doubts = [warning.code for warning in report_on(study).warnings]
    launch_study(study=study, accepted=doubts, who="ada", now=NOON)


def _try(study):
    arm = _arm(study)
    start_preview(study=study, arm_id=arm.pk, pace=Pace.FAST, who="ada", now=NOON)


@pytest.mark.parametrize("act", [_open_a_pilot, _launch, _try])
def test_prices_are_computed_before_a_transaction_begins(draft, monkeypatch, act):
    """In one, SQLite would let nobody answer meanwhile."""
    depths, compute = [], prices.compute_prices

    def watch(*of):
        depths.append(len(connection.savepoint_ids))
        return compute(*of)

    monkeypatch.setattr(prices, "compute_prices", watch)
    outside = len(connection.savepoint_ids)

    act(draft)

    assert depths == [outside]


def test_a_session_taught_by_prices_replays_to_the_bit(draft):
    draft.arms.update(options={"later": 0.5, "delay": 4})
    study = change_study_state(study_id=draft.pk, state=StudyState.LIVE)
    session = Person(study).go_to("postquiz").session
    Arm.objects.update(prices=None)
    scheduling._teacher.cache_clear()

    replayed = replay_session(session)

    assert replayed.fault == ""
    assert replayed.is_exact


def test_its_teacher_tells_why_it_chose_a_card(draft):
    study = change_study_state(study_id=draft.pk, state=StudyState.LIVE)
    session = Person(study).go_to("learning", 3).session

    view = see_as_teacher(session)

    assert view.chosen.score >= (view.runner_up or view.chosen).score
    assert "wait" in render_to_string("dashboard/parts/reason.html", {"view": view})


def test_other_cards_or_another_goal_need_other_prices(draft):
    prepare_prices(draft)
    arm = _arm(draft)
    assert find_prices(draft, arm) is not None

    arm.options = {"later": 1.0, "delay": 10}

    assert find_prices(draft, arm) is None
    draft.horizon = 7
    assert find_prices(draft, _arm(draft)) is None


def test_a_copy_of_a_study_has_its_prices(draft, django_user_model):
    draft.arms.update(options={"later": 1.0, "delay": 4})
    study = change_study_state(study_id=draft.pk, state=StudyState.LIVE)
    ada = django_user_model.objects.create_user("ada")

    copy = clone_study(study=study, user_id=ada.pk, who="ada", now=NOON)

    kept = find_prices(copy, _arm(copy))
    assert kept is not None
    assert kept == find_prices(study, _arm(study))


def test_an_export_has_the_prices_of_an_arm(draft):
    study = change_study_state(study_id=draft.pk, state=StudyState.LIVE)

    (row,) = ARMS.rows(Source(study, Purpose.REAL))

    assert row["prices"] == find_prices(study, _arm(study))


def test_whoever_began_in_a_shorter_pilot_is_taught_all_the_same(draft):
    study = change_study_state(study_id=draft.pk, state=StudyState.PILOT)
    person = Person(study).go_to("prequiz", 2)
    change_study_state(study_id=study.pk, state=StudyState.DRAFT)
    type(study).objects.update(horizon=8)
    change_study_state(study_id=study.pk, state=StudyState.PILOT)

    session = person.go_to("learning", 2).session

    kept = find_prices(session.study, _arm(session.study))
    assert session.teaching["options"]["prices"] == kept[-6:]


def test_a_session_too_long_to_plan_is_told_so(draft):
    draft.horizon = 5000

    errors = find_errors(draft)

    assert "up to 300 cards" in errors["arms.0.teacher"][0]
    assert "5,000" in errors["arms.0.teacher"][0]


def test_a_memory_that_takes_too_long_to_plan_for_is_told_so(draft):
    draft.horizon = 290
    draft.arms.update(theta=[0.01, 0.005, 0.0])

    errors = find_errors(draft)

    assert "too long" in errors["arms.0.teacher"][0]


def test_a_design_changed_while_prices_are_computed_is_not_opened(draft, monkeypatch):
    monkeypatch.setattr(
        "studies.services.design.lifecycle.prepare_prices", lambda study: None
    )

    with pytest.raises(DesignError, match="Try again"):
        _launch(draft)


def test_an_arm_that_no_longer_needs_prices_opens_without(draft):
    prepare_prices(draft)
    draft.arms.update(teacher="GR")

    study = change_study_state(study_id=draft.pk, state=StudyState.LIVE)

    assert study.arms.get().prices is None
