"""Places: balanced arms, nobody counted twice, nobody re-randomised."""

from collections import Counter

import pytest

from studies.errors import StudyFullError
from studies.models import Place, TeachingSession
from studies.services.design.lifecycle import change_study_state
from studies.services.session.sweeping import sweep
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import Person, make_study, seconds

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
IDLE = 1801


def arms_of(people):
    return [person.session.arm.name for person in people]


def taught(study, n_people):
    return [Person(study).go_to("learning", 1) for _ in range(n_people)]


def test_the_place_is_taken_when_the_prequiz_is_finished(person):
    person.go_to("prequiz", 3)
    assert person.session.place is None

    person.answer("xx")

    assert person.session.place.state == "taken"
    assert person.session.responses.filter(phase="learning", step=1).exists()


def test_every_full_set_of_places_is_balanced(db):
    study = make_study(teachers=("GR", "LR", "RR", "RD"), n_places=3)

    arms = arms_of(taught(study, 12))

    assert set(Counter(arms).values()) == {3}


def test_arms_of_different_size_are_filled_in_proportion(db):
    study = make_study(teachers=("GR", "RD"), n_places=2)
    study.arms.filter(name="GR").update(n_places=4)

    arms = arms_of(taught(study, 6))

    assert Counter(arms) == {"GR": 4, "RD": 2}


def test_the_seed_alone_decides_the_order(db):
    first = make_study(slug="one", teachers=("GR", "LR", "RR", "RD"))
    second = make_study(
        slug="two",
        teachers=("GR", "LR", "RR", "RD"),
        deck_version=first.deck_version,
    )

    assert arms_of(taught(first, 8)) == arms_of(taught(second, 8))


def test_the_order_of_the_arms_is_the_known_one(db):
    study = make_study(teachers=("GR", "LR", "RR", "RD"))
    taught(study, 8)

    order = study.places.order_by("number").values_list("arm__name", flat=True)

    assert list(order[:8]) == GOLDEN_ORDER


GOLDEN_ORDER = ["RD", "LR", "GR", "RR", "GR", "RR", "LR", "RD"]


def test_an_idle_session_gives_its_place_back_and_is_away(person):
    person.go_to("learning", 1)

    swept = sweep(now=person.now + seconds(IDLE))

    session = TeachingSession.objects.get()
    assert swept.n_away == 1
    assert (session.is_away, session.place, session.arm.name) == (
        True,
        None,
        session.returned_place.arm.name,
    )
    assert session.returned_place.state == "open"


def test_somebody_back_in_time_gets_the_same_place(person):
    person.go_to("learning", 1)
    place = person.session.place
    sweep(now=person.now + seconds(IDLE))

    person.wait(IDLE + 60).look()

    session = person.session
    assert (session.is_away, session.is_over_full) == (False, False)
    assert session.place == place


def test_returned_places_are_served_first(study):
    leaver = Person(study).go_to("learning", 1)
    place = leaver.session.place
    sweep(now=leaver.now + seconds(IDLE))

    follower = Person(study, now=leaver.now + seconds(IDLE)).go_to("learning", 1)

    assert follower.session.place == place


def test_somebody_back_too_late_keeps_the_arm_and_is_over_full(study):
    leaver = Person(study).go_to("learning", 2)
    arm = leaver.session.arm
    sweep(now=leaver.now + seconds(IDLE))
    Person(study, now=leaver.now + seconds(IDLE)).go_to("learning", 1)

    leaver.wait(IDLE + 60).finish()

    session = leaver.session
    assert (session.arm, session.is_over_full, session.place) == (arm, True, None)


def test_somebody_who_withdraws_frees_the_place(person):
    person.go_to("learning", 1)
    place = person.session.place

    withdraw_session(token=person.token, keep_answers=True, now=person.now)

    assert Place.objects.get(pk=place.pk).state == "open"
    assert person.session.place is None


def test_finishing_completes_the_place(person):
    person.finish()

    assert person.session.place.state == "completed"


def test_a_request_keeps_somebody_present(person):
    person.go_to("learning", 1)
    for _ in range(4):
        person.wait(900).look()
        sweep(now=person.now)

    assert not person.session.is_away


def test_whoever_waits_for_a_follow_up_keeps_the_place(db):
    person = Person(make_study(postquiz_delay_seconds=86400))
    person.go_to("postquiz", 1, page="waiting")

    sweep(now=person.now + seconds(80000))
    kept = person.session.place
    sweep(now=person.now + seconds(86400 + IDLE))

    assert kept is not None
    assert person.session.place is None


@pytest.fixture
def piloted():
    """A live study, and two people who held its only places in the pilot."""
    study = make_study(state="pilot", n_places=1)
    pilots = taught(study, 2)
    return change_study_state(study_id=study.pk, state="live"), pilots


def test_places_of_the_pilot_do_not_count_for_the_study(piloted):
    study, _ = piloted

    people = taught(study, 2)

    assert sorted(arms_of(people)) == ["GR", "RD"]
    assert {person.session.place.purpose for person in people} == {"real"}
    assert sorted(person.session.place.number for person in people) == [1, 2]
    with pytest.raises(StudyFullError):
        Person(study)


def test_a_place_returned_by_the_pilot_is_given_to_nobody_else(piloted):
    study, (leaver, _) = piloted
    sweep(now=leaver.now + seconds(IDLE))

    person = Person(study, now=leaver.now + seconds(IDLE)).go_to("learning", 1)

    assert person.session.place.purpose == "real"
    assert leaver.session.returned_place.state == "open"


def test_few_more_may_be_on_their_way_than_places_are_left(db):
    study = make_study(teachers=("GR",), n_places=1)
    people = [Person(study) for _ in range(3)]

    with pytest.raises(StudyFullError):
        Person(study)

    people[0].wait(IDLE)
    sweep(now=people[0].now)
    Person(study, now=people[0].now)


def test_with_more_places_more_may_be_on_their_way(db):
    study = make_study(teachers=("GR", "RD"), n_places=8)
    for _ in range(16 + 4):
        Person(study)

    with pytest.raises(StudyFullError):
        Person(study)


def test_who_finds_no_place_left_is_taught_and_marked(db):
    study = make_study(teachers=("GR",), n_places=1)
    people = [Person(study) for _ in range(3)]

    marks = [p.go_to("learning", 1).session.is_over_full for p in people]

    assert marks == [False, True, True]
    assert all(p.session.place is not None for p in people)


def test_a_place_that_counts_is_served_before_one_that_does_not(db):
    study = make_study(teachers=("GR",), n_places=1)
    first, second, third = (Person(study) for _ in range(3))
    for person in (first, second):
        person.go_to("learning", 1)
    for person in (second, first):
        withdraw_session(token=person.token, keep_answers=True, now=person.now)
        first.wait(1)

    third.go_to("learning", 1)

    assert (third.session.place.number, third.session.is_over_full) == (1, False)


def test_a_demo_has_places_for_all(db):
    study = make_study(teachers=("GR",), n_places=1, is_demo=True)
    people = [Person(study) for _ in range(4)]

    marks = [p.go_to("learning", 1).session.is_over_full for p in people]

    assert marks == [False] * 4


def test_nobody_is_told_their_arm(person):
    person.go_to("learning", 1)
    person.answer("xx")

    told = str(person.look())

    assert not any(word in told for word in ("GR", "RD", "score", "adaptive", "arm"))
