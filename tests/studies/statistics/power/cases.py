"""Designs and banks that the tests of power share."""

from dataclasses import replace

from studies.statistics.power.bank import Plan, PlannedArm, build_bank
from studies.statistics.power.people import USUAL
from teaching import ROBUST

SMALL = 60


def make_plan(*codes, n_concepts=15, horizon=40, n_places=20, **changes):
    arms = tuple(PlannedArm(code, code, None, n_places) for code in codes)
    plan = Plan(arms, 0, ((ROBUST,) * n_concepts,), 100, horizon, True, "learnt")
    return replace(plan, **changes)


def make_bank(plan, assumptions=USUAL, *, n_per_stratum=SMALL, seed=1):
    return build_bank(plan, assumptions, n_per_stratum=n_per_stratum, seed=seed)
