"""How close the teachers of a design come to the best that any teacher could do."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from studies.errors import DesignError
from studies.models import Arm, DesignCertificate, Study
from studies.services.planning.plans import draw_samples
from studies.services.pricing.prices import (
    MOST_CHOICES,
    goal_of,
    needs_prices,
    prepare_prices,
    told_options,
)
from studies.statistics.arrays import FloatArray
from studies.statistics.power.bank import Thetas
from teaching import Goal, HalfLifeModel, Outcome, price_bound, simulate
from teaching.certificate import Interval
from teaching.pricing import AREA, count_choices
from teaching.teachers import told_teacher

# Raised whenever the same design would get other numbers.
VERSION = 1
TRIALS = 400
SEED = 31
KEPT = 20
"""How many certificates a study keeps."""


@dataclass(frozen=True)
class Reached:
    """What an arm's teacher reaches, and ``most``, which none exceeds.

    Both are shares of the concepts that are known, if people remember as the arm
    believes; ``low`` and ``high`` are the ends of a 99 % interval.
    """

    arm: str
    most: float
    mean: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """Of the possible; an average above it is luck of the simulation."""
        return min(self.mean / self.most, 1.0)

    @property
    def share_low(self) -> float:
        return min(self.low / self.most, 1.0)

    @property
    def share_high(self) -> float:
        return min(self.high / self.most, 1.0)


@dataclass(frozen=True)
class Measure:
    """What all arms reach of one goal: while learning, later, or of a mix."""

    later: float
    delay: int
    arms: tuple[Reached, ...] = ()

    @property
    def most(self) -> float | None:
        """The same for all arms, unless they believe in different memories."""
        values = {round(reached.most, 9) for reached in self.arms}
        return values.pop() if len(values) == 1 else None


Measures = tuple[Measure, ...]


def name_certificate(study: Study) -> str:
    """The same for designs with the same certificate: 64 hexadecimal digits."""
    arms = [[arm.name, arm.teacher, arm.theta, arm.options] for arm in study.arms.all()]
    said = [
        *(VERSION, study.deck_version.fingerprint, study.n_concepts, study.horizon),
        *(study.no_repeat, study.sampling, study.strata, arms),
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def list_goals(study: Study) -> list[Goal]:
    """Memory while learning, and whatever else a teacher is told to aim at."""
    told = [goal_of(arm) for arm in study.arms.all() if needs_prices(arm)]
    return list(dict.fromkeys([AREA, *(goal for goal in told if goal.later)]))


def certify_design(
    study: Study, *, watch: Callable[[int], None] = lambda n_done: None
) -> Measures:
    """Every arm of ``study`` by every goal. This takes seconds."""
    prepare_prices(study)
    reached: dict[Goal, list[Reached]] = {goal: [] for goal in list_goals(study)}
    todo = product(reached, list(study.arms.all()))
    for n_done, (goal, arm) in enumerate(todo, start=1):
        reached[goal].append(_certify(study, arm, goal))
        watch(n_done)
    return tuple(
        Measure(goal.later, goal.delay, tuple(arms)) for goal, arms in reached.items()
    )


def _certify(study: Study, arm: Arm, goal: Goal) -> Reached:
    samples = _samples(study, arm)
    most = _bound(samples, study.horizon, study.no_repeat, goal)
    told = told_options(study, arm)
    if told is None:
        raise DesignError("The design was changed meanwhile.")
    make = told_teacher(arm.teacher, told)
    per_sample = -(-TRIALS // len(samples))
    values = [
        _reached(
            simulate(
                {arm.teacher: make},
                truth=np.array(thetas),
                horizon=study.horizon,
                trials=per_sample,
                seed=SEED + number,
                no_repeat=study.no_repeat,
                delay=goal.delay,
            )[arm.teacher],
            goal,
        )
        for number, thetas in enumerate(samples)
    ]
    found = Interval.of(np.concatenate(values))
    return Reached(arm.name, most, found.mean, found.low, found.high)


def _reached(outcome: Outcome, goal: Goal) -> FloatArray:
    while_learning = (1 - goal.later) * outcome.objective
    return while_learning + goal.later * outcome.future_recall


def _samples(study: Study, arm: Arm) -> tuple[Thetas, ...]:
    """The concepts of some sessions, as the arm believes them to be."""
    if arm.theta is not None:
        a, b, c = arm.theta
        return (((a, b, c),) * study.n_concepts,)
    return draw_samples(study)


@lru_cache(maxsize=64)
def _bound(
    samples: tuple[Thetas, ...], horizon: int, no_repeat: bool, goal: Goal
) -> float:
    """What the average over these sessions cannot exceed."""
    counts = Counter(theta for thetas in samples for theta in thetas)
    model = HalfLifeModel(list(counts))
    if count_choices(model, horizon, goal=goal) > MOST_CHOICES:
        raise DesignError(
            "For so many cards and concepts that differ so much, the best possible "
            "takes too long to work out."
        )
    n_each = [count / len(samples) for count in counts.values()]
    bound = price_bound(model, horizon, no_repeat=no_repeat, goal=goal, n_each=n_each)
    return bound.upper_bound


def find_certificate(study: Study) -> Measures | None:
    """What was computed for the design of ``study`` as it is now."""
    stored = study.certificates.filter(name=name_certificate(study)).first()
    return None if stored is None else _from_json(stored.content)


def store_certificate(
    study: Study, name: str, measures: Measures, *, now: datetime
) -> None:
    """Keep a certificate, and forget the oldest."""
    DesignCertificate.objects.update_or_create(
        study=study,
        name=name,
        defaults={
            "content": [asdict(measure) for measure in measures],
            "computed_at": now,
        },
    )
    newest = study.certificates.order_by("-computed_at", "-pk")
    kept = list(newest.values_list("pk", flat=True)[:KEPT])
    study.certificates.exclude(pk__in=kept).delete()


def _from_json(content: list[dict[str, Any]]) -> Measures:
    return tuple(
        Measure(
            told["later"],
            told["delay"],
            tuple(Reached(**reached) for reached in told["arms"]),
        )
        for told in content
    )
