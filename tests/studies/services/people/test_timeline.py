"""A session as marks on a plane, without a database."""

from types import SimpleNamespace

import pytest

from studies.services.people.belief import recall_believed, recall_when_shown
from studies.services.people.timeline import build_timeline
from tests.studies.factories import NOON, seconds
from tests.studies.services.monitoring.journeys import make_journey


def card(position, at, outcome="correct", phase="prequiz", step=1):
    return SimpleNamespace(
        position=position,
        at=NOON + seconds(at),
        outcome=outcome,
        phase=phase,
        step=step,
    )


def test_a_mark_stands_at_its_second_and_concept():
    cards = [card(2, 75), card(0, 90, None, step=2)]

    timeline = build_timeline(make_journey(1), cards, n_concepts=3)

    assert [(m.seconds, m.row, m.outcome) for m in timeline.marks] == [
        (75, 2, "correct"),
        (90, 0, "open"),
    ]
    assert timeline.seconds == 90


def test_phases_lie_side_by_side_up_to_the_end():
    timeline = build_timeline(make_journey(1, 3, ended=10), [], n_concepts=3)

    assert [(s.phase, s.begins, s.ends) for s in timeline.stretches] == [
        ("instructions", 0, 60),
        ("prequiz", 60, 180),
        ("learning", 180, 600),
    ]


def test_a_teacher_believes_in_nothing_before_the_first_showing():
    cards = ({"theta": [[6, 2, 0]] * 2}, [0, 1, 0], [False, False, True])
    belief = recall_believed(*cards)

    assert belief.when_shown[:2] == [0, 0]
    # A half-life of 2 ** 2 steps after one failure, two steps ago.
    assert belief.when_shown[2] == pytest.approx(2**-0.5)
    assert recall_when_shown(*cards) == belief.when_shown
    assert len(belief.curves[0]) == 4
    assert belief.at_end[0] > belief.at_end[1]


def test_without_a_teacher_there_is_no_belief():
    assert recall_believed(None, [], []) is None
    assert recall_when_shown(None, [], []) == []
