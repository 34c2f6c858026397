"""One imagined session per arm: what the teachers of a design would show."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from studies.models import Arm, Study
from studies.services.decks.content import content_of
from studies.services.design.fields import find_theta_faults
from studies.services.enrolment.sampling import Candidate, draw_candidates
from studies.services.pricing.prices import told_options
from studies.services.session.scheduling import Told, hashable
from studies.services.session.settings import SessionSettings, freeze_settings
from studies.statistics.power.people import USUAL
from teaching import TEACHERS, simulate
from teaching.teachers import told_teacher

MOST_STEPS = 240
MOST_CONCEPTS = 80
SEED = 7

Theta = tuple[float, float, float]
Thetas = tuple[Theta, ...]


class Showing(NamedTuple):
    """One card of an imagined session; ``concept`` counts from 0, ``step`` from 1."""

    step: int
    concept: int
    recalled: bool


@dataclass(frozen=True)
class Strip:
    """An imagined session of an arm, concepts in the order of their first showing."""

    arm: str
    teacher: str
    n_concepts: int
    horizon: int
    showings: tuple[Showing, ...]

    @property
    def n_shown(self) -> int:
        return len({showing.concept for showing in self.showings})

    @property
    def n_recalled(self) -> int:
        return sum(showing.recalled for showing in self.showings)

    @property
    def most_showings(self) -> int:
        concepts = [showing.concept for showing in self.showings]
        return max(map(concepts.count, set(concepts)), default=0)


def imagine_sessions(study: Study) -> list[Strip]:
    """A strip per arm; none for designs that are too large to be drawn or wrong.

    An arm whose teacher still plans ahead has none yet: no page waits for it.
    """
    settings = freeze_settings(study)
    if settings.horizon > MOST_STEPS or settings.n_concepts > MOST_CONCEPTS:
        return []
    thetas = _sampled_thetas(study, settings)
    if len(thetas) < settings.n_concepts or any(_faults(thetas)):
        return []
    return [
        _imagine(arm, told, thetas, settings)
        for arm in study.arms.all()
        if arm.teacher in TEACHERS and not any(find_theta_faults(arm.theta))
        if (told := told_options(study, arm)) is not None
    ]


def _faults(thetas: Thetas) -> Iterator[str]:
    for theta in set(thetas):
        yield from find_theta_faults(list(theta))


def _sampled_thetas(study: Study, settings: SessionSettings) -> Thetas:
    """Of one draw of concepts as sessions make it, with a seed that is nobody's."""
    taught = content_of(study.deck_version).taught
    candidates = {
        each.number: Candidate(each.number, index, each.level)
        for index, each in enumerate(taught)
    }
    drawn = draw_candidates(candidates, settings=settings, seed=SEED)
    return tuple(taught[candidate.concept_id].theta for candidate in drawn)


def _imagine(
    arm: Arm, told: dict[str, Any], truth: Thetas, settings: SessionSettings
) -> Strip:
    own = tuple(arm.theta) if arm.theta is not None else None
    belief = (own,) * len(truth) if own else truth
    showings = _simulate(
        arm.teacher,
        hashable(told),
        truth,
        belief,
        settings.horizon,
        settings.no_repeat,
    )
    return Strip(arm.name, arm.teacher, settings.n_concepts, settings.horizon, showings)


@lru_cache(maxsize=512)
def _simulate(
    teacher: str,
    told: Told,
    deck: Thetas,
    belief: Thetas,
    horizon: int,
    no_repeat: bool,
) -> tuple[Showing, ...]:
    outcome = simulate(
        {teacher: told_teacher(teacher, dict(told))},
        truth=np.array(deck) * USUAL.multiplier,
        belief=np.array(belief),
        horizon=horizon,
        trials=1,
        seed=SEED,
        no_repeat=no_repeat,
    )[teacher]
    concepts, recalls = outcome.concepts[0].tolist(), outcome.recalls[0].tolist()
    rows = {concept: row for row, concept in enumerate(dict.fromkeys(concepts))}
    return tuple(
        Showing(step, rows[concept], recalled)
        for step, (concept, recalled) in enumerate(
            zip(concepts, recalls, strict=True), start=1
        )
    )
