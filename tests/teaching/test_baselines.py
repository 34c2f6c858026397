"""What each of the baseline teachers says that it does."""

import numpy as np
import pytest

from teaching import (
    HARD,
    ROBUST,
    HalfLifeModel,
    History,
    create_teacher,
    play_session,
    simulate,
)

FIVE = HalfLifeModel([ROBUST] * 5)


def teacher(code, model=FIVE, horizon=40, no_repeat=False, **options):
    return create_teacher(
        code, model=model, horizon=horizon, no_repeat=no_repeat, **options
    )


def shown(*steps):
    """A history of (concept, recalled)."""
    return History.of(5, [c for c, _ in steps], [r for _, r in steps])


def is_new(concept, history):
    return concept not in history.shown


def test_leitner_moves_a_card_up_by_a_recall_and_to_the_first_box_by_a_failure():
    history = shown((0, False), (0, True), (0, True), (1, True), (1, False), (2, True))

    scores = teacher("LT", interval=1).decide(history).scores

    # Waited 4, 2 and 1 steps in boxes due after 4, 1 and 2.
    assert (scores[0], scores[1], scores[2]) == (1.0, 2.0, 0.5)


def test_leitner_shows_what_is_most_overdue_then_what_is_new_then_what_is_not_due():
    overdue = shown((0, False), (1, False))
    nothing_due = shown((0, True), (1, True))
    nothing_new = History.of(2, [0, 1], [True, True])
    two = HalfLifeModel([ROBUST] * 2)

    assert teacher("LT", interval=1).choose(overdue) == 0
    assert is_new(teacher("LT", interval=2).choose(nothing_due), nothing_due)
    assert teacher("LT", model=two, interval=4).choose(nothing_new) == 0


def test_leitners_last_box_is_left_only_by_a_failure():
    history = shown(*[(0, True)] * 6)

    score = teacher("LT", n_boxes=3, interval=2).decide(history).scores[0]

    assert score == 1 / 8


def test_threshold_shows_what_fell_furthest_below_it():
    model = HalfLifeModel([(0, 0, 1), (0, 0, 0)] + [ROBUST] * 3)
    history = shown((0, False), (1, False))

    # Recall is .5 and .5: at the threshold, not below it.
    half = teacher("TH", model=model, threshold=0.5)
    tied = half.decide(history).tied
    assert all(is_new(concept, history) for concept in tied)
    assert half.choose(shown((1, False), (0, False))) == 1
    assert is_new(teacher("TH", model=model, threshold=0.3).choose(history), history)


def test_threshold_near_0_is_lowest_recall():
    asked = {"truth": [HARD] * 6, "horizon": 30, "seed": 4}

    low = play_session(
        lambda **how: create_teacher("TH", threshold=1e-300, **how), **asked
    )

    assert low == play_session("LR", **asked)


def test_conservative_shows_nothing_new_before_all_will_last():
    safe = shown((0, False), (0, True), (0, True))
    weak = safe.then(1, False)

    assert is_new(teacher("CO").choose(safe), safe)
    assert teacher("CO").choose(weak) == 1
    assert is_new(teacher("CO", known=0.001).choose(weak), weak)


def test_conservative_shows_weak_cards_in_turn():
    history = shown((0, False), (1, False), (2, False), (0, False))

    assert teacher("CO").choose(history) == 1


def test_conservative_fills_in_with_a_safe_card_where_repeats_are_banned():
    history = shown((0, False), (0, True), (0, True), (1, False))

    assert teacher("CO", no_repeat=True).choose(history) == 0
    assert is_new(
        teacher("CO", no_repeat=True).choose(shown((0, False))), shown((0, False))
    )


def test_conservative_is_less_so_when_little_time_is_left():
    history = shown((0, False), (0, False), (0, False))

    assert teacher("CO", horizon=60).choose(history) == 0
    assert is_new(teacher("CO", horizon=4).choose(history), history)


@pytest.mark.parametrize("code", ["LT", "TH", "CO"])
def test_baselines_in_a_batch_show_what_they_show_step_by_step(code, monkeypatch):
    rng = np.random.default_rng(8)
    asked = {"truth": rng.uniform(0, 3, (7, 3)), "horizon": 40, "trials": 12}
    asked |= {"belief": rng.uniform(0, 3, (7, 3)), "no_repeat": True}

    together = simulate([code], **asked)[code]
    kind = type(teacher(code))
    monkeypatch.setattr(kind, "batch_scores", lambda self, sessions: None)
    alone = simulate([code], **asked)[code]

    assert np.array_equal(together.concepts, alone.concepts)
    assert np.array_equal(together.recalls, alone.recalls)


@pytest.mark.parametrize(
    ("code", "options", "sentence"),
    [
        ("LT", {"n_boxes": 0}, "n_boxes must be a whole number from 1 to 30, got 0"),
        ("LT", {"n_boxes": 2.5}, "n_boxes must be a whole number from 1 to 30"),
        ("LT", {"interval": 0}, "interval must be a finite number above 0, got 0"),
        ("TH", {"threshold": 0}, "threshold must .* above 0 and at most 1, got 0"),
        ("CO", {"known": 1.2}, "known must .* above 0 and at most 1, got 1.2"),
        (
            "CO",
            {"threshold": 0.5},
            "CO has no option 'threshold'; its options are known",
        ),
    ],
)
def test_options_that_make_no_sense_are_refused(code, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        teacher(code, **options)
