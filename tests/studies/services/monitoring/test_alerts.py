"""What needs attention."""

import pytest

from studies.models import BrowserEvent, Study
from studies.models.log import EventKind
from studies.models.study import StudyState
from studies.models.team import Action
from studies.services.monitoring.alerts import (
    AlertKind,
    find_alerts,
    find_arms_behind,
    judge_timeouts,
)
from studies.services.monitoring.arms import ArmCounts
from studies.services.team.audit import record_action
from tests.studies.factories import NOON, Person, make_study, seconds

HOUR = seconds(3600)


def behind(*completed, n_places=20):
    arms = [
        ArmCounts(f"arm {number}", n_places, n_completed=n)
        for number, n in enumerate(completed)
    ]
    return [alert.subject for alert in find_arms_behind([ArmCounts("none"), *arms])]


def test_an_arm_far_below_its_share_is_behind():
    assert behind(13, 12, 12, 3) == ["arm 3"]


@pytest.mark.parametrize("completed", [(0, 0), (3, 1), (12, 10, 9, 7), (10, 0, 0, 0)])
def test_what_chance_does_is_no_alert(completed):
    assert behind(*completed)[:1] == []


def test_an_arm_with_fewer_places_has_a_smaller_share():
    small, large = ArmCounts("small", 5, n_completed=3), ArmCounts("large", 40)
    large.n_completed = 20

    assert not list(find_arms_behind([small, large]))


def test_many_late_cards_are_an_alert_and_few_cards_are_none():
    assert list(judge_timeouts(n_cards=40, n_late=10))
    assert not list(judge_timeouts(n_cards=40, n_late=9))
    assert not list(judge_timeouts(n_cards=29, n_late=29))


@pytest.fixture
def study(db):
    return make_study()


def kinds(study, now):
    return [alert.kind for alert in find_alerts(study, now=now)]


def test_an_open_study_that_nobody_comes_to_is_silent_after_an_hour(study):
    Person(study, name="A1")

    assert kinds(study, NOON + HOUR - seconds(1)) == []
    assert kinds(study, NOON + HOUR) == [AlertKind.NOBODY]


def test_a_study_has_an_hour_from_its_opening(study):
    record_action(study, Action.LAUNCHED, who="ada", now=NOON)

    assert kinds(study, NOON + seconds(60)) == []


def test_a_study_that_is_paused_or_full_may_be_silent(study):
    study.state = StudyState.PAUSED
    assert kinds(study, NOON) == []

    study.state = StudyState.LIVE
    study.arms.update(n_places=1)
    study.places.create(
        arm=study.arms.first(), purpose="real", number=98, block=98, state="taken"
    )
    study.places.create(
        arm=study.arms.last(), purpose="real", number=99, block=99, state="completed"
    )
    assert kinds(study, NOON) == []


def test_pictures_that_fail_now_are_an_alert_and_old_ones_are_not(study):
    session = Person(study, name="A1").session
    for _ in range(5):
        BrowserEvent.objects.create(
            session=session, received_at=NOON, kind=EventKind.PICTURE_FAILED
        )

    assert kinds(study, NOON + HOUR / 2) == [AlertKind.PICTURES]
    Study.objects.update(state=StudyState.PAUSED)
    study.refresh_from_db()
    session.last_seen_at = NOON + HOUR
    session.save()
    assert kinds(study, NOON + HOUR + seconds(1)) == []


def test_cards_that_time_ran_out_for_are_counted(study, monkeypatch):
    monkeypatch.setattr("studies.services.monitoring.alerts.FEWEST_CARDS", 1)
    person = Person(study, name="A1").go_to("learning", 1)

    person.wait(30).look()

    assert kinds(study, person.now) == [AlertKind.TIMEOUTS]


def test_people_who_are_not_real_raise_no_alert(study):
    session = Person(study, name="A1").session
    study.sessions.update(purpose="simulated")
    BrowserEvent.objects.bulk_create(
        BrowserEvent(session=session, received_at=NOON, kind=EventKind.PICTURE_FAILED)
        for _ in range(5)
    )

    assert kinds(study, NOON) == [AlertKind.NOBODY]


def test_an_alert_of_a_running_study_names_no_arm(study):
    arm = study.arms.get(teacher="GR")
    for number in range(12):
        Person(study, name=f"A{number}")
    study.sessions.update(arm=arm, phase="completed")
    study.arms.update(n_places=12)

    alerts = find_alerts(study, now=NOON)

    behind = [alert.words for alert in alerts if alert.kind == AlertKind.ARM_BEHIND]
    assert behind
    assert "behind, Arm " in behind[0]
    assert not any("RD" in words for words in behind)
