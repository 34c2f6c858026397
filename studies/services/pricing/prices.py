"""Prices of arms whose teachers go by them: computed once, kept with the arm.

They take seconds, so nobody computes them in a participant's request, nor while a
transaction keeps others from writing. ``prepare_prices`` has them ready before; when a
study opens they are only looked up, and frozen with the rest of the design.
"""

import hashlib
import json
from functools import lru_cache
from typing import Any

from studies.errors import DesignError
from studies.models import Arm, Study
from studies.services.pricing.compositions import average_composition
from teaching import HalfLifeModel
from teaching.pricing import AREA, Goal, count_choices, prices_to_teach_by
from teaching.teachers import teacher_class

# Raised whenever the same design would get other prices.
VERSION = 1
MOST_STEPS = 300
MOST_CHOICES = 1_500_000
"""About a minute of one core."""

Prices = dict[str, Any]


def needs_prices(arm: Arm) -> bool:
    """Whether its teacher goes by prices."""
    try:
        return "prices" in teacher_class(arm.teacher).option_names()
    except ValueError:
        return False


def find_prices(study: Study, arm: Arm) -> list[float] | None:
    """The prices of ``arm``, if those it has are of the design as it is now."""
    kept = arm.prices
    if kept is None or kept["design"] != _name(study, arm):
        return None
    by_step: list[float] = kept["by_step"]
    return by_step if len(by_step) == study.horizon else None


def find_price_obstacle(study: Study, arm: Arm) -> str:
    """Why the prices of ``arm`` cannot be worked out; empty if they can."""
    if study.horizon > MOST_STEPS:
        return (
            f"This teacher plans ahead for up to {MOST_STEPS} cards in the learning "
            f"part; here are {study.horizon:,}. Have fewer, or choose another teacher."
        )
    if find_prices(study, arm) is not None:
        return ""
    composition = average_composition(study, arm.theta)
    if _count_choices(composition.thetas, study.horizon, goal_of(arm)) > MOST_CHOICES:
        return (
            "To plan ahead for so many cards and such slow learning would take this "
            "teacher too long. Have fewer cards in the learning part, let the arm "
            "believe in a memory that learns faster, or choose another teacher."
        )
    return ""


def prepare_prices(study: Study) -> None:
    """Have the prices of a draft's arms ready; call it outside any transaction."""
    if not study.is_draft:
        return
    for arm in study.arms.all():
        if not needs_prices(arm) or find_prices(study, arm) is not None:
            continue
        if not find_price_obstacle(study, arm):
            arm.prices = compute_prices(study, arm)
            Arm.objects.filter(pk=arm.pk).update(prices=arm.prices)


def freeze_prices(study: Study) -> None:
    """Leave every arm with the prices it needs; nothing is computed here."""
    for arm in study.arms.all():
        if needs_prices(arm):
            _require_prices(study, arm)
        elif arm.prices is not None:
            Arm.objects.filter(pk=arm.pk).update(prices=None)


def _require_prices(study: Study, arm: Arm) -> None:
    if find_prices(study, arm) is None:
        raise DesignError(
            f"Arm {arm.name}: the design was changed while its teacher was planning. "
            "Try again."
        )


def compute_prices(study: Study, arm: Arm) -> Prices:
    """The prices of ``arm`` as they are kept. This takes seconds."""
    composition = average_composition(study, arm.theta)
    by_step = prices_to_teach_by(
        HalfLifeModel(composition.thetas),
        study.horizon,
        no_repeat=study.no_repeat,
        goal=goal_of(arm),
        n_each=composition.n_each,
    )
    return {"design": _name(study, arm), "by_step": list(by_step)}


def told_options(study: Study, arm: Arm) -> dict[str, Any] | None:
    """All that the teacher of ``arm`` is told; None while its prices are missing."""
    if not needs_prices(arm):
        return dict(arm.options)
    prices = find_prices(study, arm)
    return None if prices is None else {**arm.options, "prices": prices}


def goal_of(arm: Arm) -> Goal:
    """What the teacher of ``arm`` aims at."""
    told = teacher_class(arm.teacher).read_options(arm.options)
    goal: Goal = told.get("goal", AREA)
    return goal


def _name(study: Study, arm: Arm) -> str:
    """The same for designs that have the same prices: 64 hexadecimal digits."""
    composition = average_composition(study, arm.theta)
    said = [
        *(VERSION, composition.thetas, composition.n_each),
        *(study.horizon, study.no_repeat, vars(goal_of(arm))),
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=64)
def _count_choices(thetas: Any, horizon: int, goal: Goal) -> int:
    try:
        return count_choices(HalfLifeModel(thetas), horizon, goal=goal)
    except ValueError:
        # Too many for anybody, or no memory at all, which others tell.
        return MOST_CHOICES + 1
