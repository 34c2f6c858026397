"""What arms are called beside people, while nobody is to know who is in which."""

import pytest
from django.utils import timezone

from studies.models import Study
from studies.models.study import Purpose, StudyState
from studies.services.blinding import letter_arms
from studies.services.monitoring.arms import count_arms
from studies.services.results.locking import record_unlocking
from tests.studies.factories import Person, make_study

SEEDS = [f"{number:064x}" for number in range(24)]


def named(study, purpose=Purpose.REAL):
    return [arm.name for arm in count_arms(study, purpose=purpose).arms][1:]


def test_letters_are_of_the_seed_alone_and_in_no_order_of_the_design():
    orders = [letter_arms([1, 2, 3], seed=seed) for seed in SEEDS]

    assert all(list(order.values()) == ["Arm A", "Arm B", "Arm C"] for order in orders)
    assert len({tuple(order) for order in orders}) == 6
    assert orders == [letter_arms([3, 1, 2], seed=seed) for seed in SEEDS]


@pytest.fixture
def study(db):
    return make_study()


@pytest.fixture
def lopsided(study):
    study.arms.filter(position=0).update(n_places=7)
    return study


def test_arms_have_letters_while_results_are_locked(study):
    assert named(study) == ["Arm A", "Arm B"]
    assert named(study, Purpose.PILOT) == ["GR", "RD"]


def test_a_letter_is_always_of_the_same_arm(study):
    keys = list(study.arms.order_by("position").values_list("pk", flat=True))
    arm = Person(study, name="A1").go_to("learning").session.arm

    counts = count_arms(study, purpose=Purpose.REAL)

    taught = [line.name for line in counts.arms if line.inside["learning"]]
    assert taught == [letter_arms(keys, seed=study.seed)[arm.pk]]
    assert "letters" in counts.why_unnamed


@pytest.mark.parametrize("how", ["closed", "unlocked"])
def test_arms_have_their_names_once_results_are_seen(study, how):
    if how == "unlocked":
        record_unlocking(study=study, who="ada", now=timezone.now())
    else:
        Study.objects.update(state=StudyState.CLOSED)
        study.refresh_from_db()

    assert named(study) == ["GR", "RD"]
    assert count_arms(study, purpose=Purpose.REAL).why_unnamed == ""


def test_arms_that_their_places_would_tell_are_counted_together(lopsided):
    Person(lopsided, name="A1").go_to("learning")

    counts = count_arms(lopsided, purpose=Purpose.REAL)

    _, together = counts.arms
    assert (together.name, together.n_places) == ("all arms", 17)
    assert together.inside["learning"] == 1
    assert "places differ" in counts.why_unnamed
