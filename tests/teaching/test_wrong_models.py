"""The study of wrong models, and the learners in it."""

from itertools import product

import pytest

from teaching import simulate
from teaching.figures import Options
from teaching.figures.wrong_models import KNOWING, LOOKS, Cell, compare
from teaching.learners import LEARNERS
from teaching.teachers import TEACHERS


@pytest.fixture(scope="module")
def rows():
    return compare(["half-life", "known before"], Options(trials=3, seed=3))


def rows_of(rows, **wanted):
    return [row for row in rows if all(row[k] == v for k, v in wanted.items())]


@pytest.mark.parametrize("name", LEARNERS)
def test_round_robin_leaves_all_learners_with_the_same_recall(name):
    asked = {"horizon": 40, "trials": 20, "seed": 6, "no_repeat": True}

    outcome = simulate(["RR"], truth=LEARNERS[name].memory(15), **asked)["RR"]

    assert outcome.future_recall.mean() == pytest.approx(0.762, abs=0.035)


def test_every_teacher_meets_every_learner(rows):
    met = [(row["learner"], row["teacher"]) for row in rows]

    assert {*LOOKS} - {KNOWING} <= {*TEACHERS}
    assert set(met) == set(product(["half-life", "known before"], LOOKS))
    assert len(met) == 2 * len(set(met))
    assert {row["seed"] for row in rows} == {3}


def test_the_greedy_teacher_that_believes_the_truth_is_no_other_where_it_is_true(
    rows,
):
    wrong, right = (
        rows_of(rows, learner="half-life", teacher=code, measure="objective")[0]
        for code in ("GR", KNOWING)
    )

    assert wrong["mean"] == right["mean"]


def test_how_far_a_teacher_is_behind_is_told_from_the_best_that_is_misled(rows):
    own = rows_of(rows, learner="known before", measure="future_recall")
    misled = {row["teacher"]: row["mean"] for row in own if row["teacher"] != KNOWING}
    best = max(misled.values())

    assert min(row["behind_best"] for row in own) < 0
    for row in own:
        assert row["behind_best"] == pytest.approx(best - row["mean"], abs=1e-12)
        assert (row["behind_best_error"] == 0) == (row["mean"] == best)


def test_a_cell_depends_on_what_it_is_told_alone():
    cell = Cell("FSRS", "TH", trials=3, seed=8)

    first, again = cell.measured(), cell.measured()
    other = Cell("FSRS", "TH", trials=3, seed=9).measured()

    assert first == again
    assert first["objective"] != other["objective"]
