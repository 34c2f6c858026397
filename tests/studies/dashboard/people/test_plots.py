"""One person's cards as places in a picture, for a screen and for a phone."""

import pytest

from studies.dashboard.people.plots import PHONE, SCREEN, draw_belief, draw_timeline
from studies.services.people.belief import Belief
from studies.services.people.timeline import Mark, Stretch, Timeline

TIMELINE = Timeline(
    marks=[Mark(0, 0, "wrong", "prequiz", 1), Mark(600, 1, "late", "learning", 1)],
    stretches=[Stretch("prequiz", 0, 300), Stretch("x" * 99, 300, 600)],
    n_rows=2,
    seconds=600,
)


@pytest.mark.parametrize(("sheet", "longest"), [(SCREEN, 20), (PHONE, 14)])
def test_the_last_mark_lies_on_the_last_phase_as_a_whole(sheet, longest):
    plot = draw_timeline(TIMELINE, ["a", "b" * 50], sheet)

    first, last = (float(mark.x) for mark in plot.marks)
    band = plot.bands[-1]
    assert (first, last) == (plot.frame.left, plot.frame.right - 12)
    assert float(band.x) + float(band.width) == pytest.approx(plot.frame.right, abs=0.2)
    assert plot.marks[1].words == f"{'b' * 50}: late, learning 1, 600 s"
    assert [band.has_room for band in plot.bands] == [True, False]
    assert len(plot.rows[1].label) == longest


def test_belief_is_drawn_as_far_as_cards_were_shown():
    belief = Belief(curves=[[0.0, 1.0, 0.5]], when_shown=[0.0, 1.0])

    plot = draw_belief(belief, ["c" * 30], [(0, "wrong"), (0, "correct")], PHONE)

    (row,) = plot.rows
    assert row.line.split()[-1].startswith(f"{plot.frame.right:.1f},")
    assert [mark.words for mark in row.shown] == [
        "step 1: wrong, believed 0.00 before",
        "step 2: correct, believed 1.00 before",
    ]
    assert len(row.label) == 14


def test_a_phone_gets_a_narrow_picture_with_fewer_numbers():
    wide, narrow = (draw_timeline(TIMELINE, ["a", "b"], s) for s in (SCREEN, PHONE))

    assert narrow.frame.width < wide.frame.width / 2
    assert len(narrow.ticks) < len(wide.ticks)


@pytest.mark.parametrize("sheet", [SCREEN, PHONE])
def test_a_short_postquiz_at_the_end_has_its_name(sheet):
    times = {"prequiz": (0, 300), "learning": (300, 580), "postquiz": (580, 590)}
    marks = [Mark(end, 0, "wrong", name, 1) for name, (_, end) in times.items()]
    stretches = [Stretch(name, *time) for name, time in times.items()]
    stretches.append(Stretch("questionnaire", 590, 600))

    plot = draw_timeline(Timeline(marks, stretches, 1, 600), ["a"], sheet)

    assert [band.has_room for band in plot.bands] == [True, True, True, False]
    _, learning, postquiz, _ = plot.bands
    assert float(postquiz.name_x) + 64 <= plot.frame.right
    assert float(learning.name_x) + 64 <= float(postquiz.name_x)
