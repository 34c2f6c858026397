"""How far people come and how long it takes them, without a database."""

from studies.services.monitoring.funnel import Visits, build_funnel, measure_phases
from tests.studies.services.monitoring.journeys import make_journey


def counts(steps):
    return {step.name: step.n_people for step in steps}


def test_everybody_counts_in_every_step_they_came_through():
    journeys = [make_journey(), make_journey(1), make_journey(1, 4), make_journey(1, 5)]

    assert counts(build_funnel(journeys)) == {
        "Consented": 4,
        "Began the prequiz": 3,
        "Began to learn": 2,
        "Began the postquiz": 0,
        "Completed": 0,
    }


def test_parts_that_a_study_leaves_out_are_no_steps():
    assert "Came to the debriefing" not in counts(build_funnel([make_journey(1, 2, 3)]))
    assert "Came to the debriefing" in counts(
        build_funnel([make_journey(1, 2, 3, 4, 5, 6)])
    )


def test_visits_come_first_once_they_are_counted():
    steps = build_funnel([make_journey(1)], Visits(n_visits=10, n_declined=4))

    assert [step.n_people for step in steps[:3]] == [10, 6, 1]
    assert [step.n_lost for step in steps[:3]] == [0, 4, 5]
    assert steps[2].percent == 10


def test_no_step_has_less_than_nobody():
    steps = build_funnel([], Visits(n_visits=1, n_declined=3))

    assert [step.n_people for step in steps[:3]] == [1, 0, 0]
    assert [step.n_lost for step in steps[:3]] == [0, 1, 0]


def test_who_came_without_a_visit_is_a_share_of_everybody():
    steps = build_funnel([make_journey(1), make_journey()], Visits(0, 0))

    shares = {step.name: step.percent for step in steps}
    assert (shares["Consented"], shares["Began the prequiz"]) == (100, 50)


def test_who_is_still_inside_is_not_lost():
    left = [make_journey(1, phase="withdrawn"), make_journey(1, is_away=True)]

    steps = build_funnel([make_journey(), make_journey(1), make_journey(1, 4), *left])

    assert [step.n_people for step in steps[:4]] == [5, 4, 1, 0]
    assert [step.n_lost for step in steps[:4]] == [0, 0, 2, 0]


def test_nobody_is_a_funnel_too():
    assert {step.n_people for step in build_funnel([])} == {0}


def test_a_phase_takes_from_entering_it_to_entering_the_next():
    journeys = [make_journey(1, 4), make_journey(2, 8), make_journey(3, 12)]

    instructions, prequiz = measure_phases(journeys)

    assert (instructions.lower, instructions.median, instructions.upper) == (
        1.5,
        2,
        2.5,
    )
    assert (prequiz.phase, prequiz.median, prequiz.n_people) == ("prequiz", 6, 3)


def test_a_phase_that_somebody_is_still_in_is_not_measured():
    (only,) = measure_phases([make_journey(5)])

    assert (only.phase, only.n_people, only.median) == ("instructions", 1, 5)
