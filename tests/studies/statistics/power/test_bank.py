"""The bank holds the people and the outcomes that a design asks for."""

from dataclasses import replace

import numpy as np
import pytest

from studies.statistics.power.bank import (
    SCORINGS,
    fit_multiplier,
    people_per_stratum,
)
from studies.statistics.power.people import USUAL, Assumptions
from teaching import ROBUST
from tests.studies.statistics.power.cases import make_bank, make_plan


def test_with_other_spreads_people_learn_as_much_on_average():
    plan = make_plan("GR", "RR")
    assumed = Assumptions(spread_people=1.0, spread_words=0.2)

    fitted = replace(assumed, multiplier=fit_multiplier(plan, assumed, seed=1))

    usual = make_bank(plan, n_per_stratum=400).gains.mean()
    there = make_bank(plan, fitted, n_per_stratum=400).gains.mean()
    assert there == pytest.approx(usual, abs=0.01)
    assert fit_multiplier(plan, USUAL, seed=1) == USUAL.multiplier
    assert fit_multiplier(plan, assumed, like=assumed, seed=1) == assumed.multiplier


def test_larger_designs_get_fewer_people():
    assert people_per_stratum(make_plan("GR", "LR", "RR", "RD")) == 1000
    assert people_per_stratum(make_plan("GR", "LR", n_concepts=60, horizon=160)) < 200
    assert people_per_stratum(make_plan("GR", n_concepts=200, horizon=400)) == 100


def test_sessions_about_different_kinds_share_the_bank():
    easy, mixed = ((10.0, 5.0, 0.0),) * 4, (ROBUST,) * 4
    plan = make_plan("GR", "RR", horizon=8, samples=(easy, mixed))

    bank = make_bank(plan, n_per_stratum=50)

    first, second = np.split(bank.scores, 2, axis=1)
    assert bank.shares.sum() == pytest.approx(1)
    assert np.nanmean(first) > np.nanmean(second)


@pytest.mark.parametrize(
    ("outcome", "expected"), [("learnt", 0.5), ("net_gain", 0.25), ("gained", 0.25)]
)
def test_outcomes_are_those_of_the_design(outcome, expected):
    before = np.array([[True, True, False, False]])
    after = np.array([[True, True, True, False]])

    assert SCORINGS[outcome](before, after).values == [expected]
