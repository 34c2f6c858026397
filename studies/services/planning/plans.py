"""What of a design decides its power, and a name for it."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict

from studies.errors import DesignError
from studies.models import Study
from studies.services.decks.content import ConceptContent, content_of
from studies.services.design.fields import find_theta_faults
from studies.services.enrolment.sampling import Candidate, draw_candidates
from studies.services.session.settings import freeze_settings
from studies.statistics.power.bank import Plan, PlannedArm, Thetas
from studies.statistics.power.people import Assumptions
from teaching import TEACHERS

# Raised whenever the same design and assumptions would give other numbers.
VERSION = 3
N_SAMPLES = 10
MOST_CARDS = 20_000


def plan_of(study: Study) -> Plan | None:
    """The plan of ``study``; None while there is nothing to compare or compute with."""
    if find_obstacle(study):
        return None
    arms = list(study.arms.all())
    names = [arm.name for arm in arms]
    return Plan(
        arms=tuple(
            PlannedArm(
                arm.name,
                arm.teacher,
                None
                if arm.theta is None
                else (arm.theta[0], arm.theta[1], arm.theta[2]),
                arm.n_places,
            )
            for arm in arms
        ),
        reference=names.index(study.reference_among(names)),
        samples=_samples(study),
        n_words=len(content_of(study.deck_version).taught),
        horizon=study.horizon,
        no_repeat=study.no_repeat,
        outcome=study.primary_outcome,
    )


def require_plan(study: Study) -> Plan:
    """The plan of ``study``, or an error that says why there is none."""
    plan = plan_of(study)
    if plan is None:
        raise DesignError(find_obstacle(study))
    return plan


def find_obstacle(study: Study) -> str:
    """Why the power of ``study`` cannot be computed; empty if it can."""
    arms = list(study.arms.all())
    if len(arms) < 2:
        return "Power is about differences between arms. Add a second arm."
    if study.is_draft and study.reference_arm not in {arm.name for arm in arms}:
        return "Choose the reference arm: the others are compared with it."
    if any(arm.teacher not in TEACHERS for arm in arms):
        return "An arm has a teacher that there is not."
    if study.n_concepts * study.horizon > MOST_CARDS:
        return "The design has too many concepts and cards to be simulated."
    if len(content_of(study.deck_version).taught) < study.n_concepts:
        return "The deck has too few concepts for this design."
    if any(len(sample) < study.n_concepts for sample in _samples(study)):
        return "The strata do not add up to the number of concepts."
    if any(_theta_faults(study)):
        return "The deck or an arm has memory numbers that cannot be computed with."
    return ""


def name_plan(plan: Plan, assumptions: Assumptions) -> str:
    """The same for designs that have the same power: 64 hexadecimal digits."""
    said = [VERSION, asdict(plan), asdict(assumptions)]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _theta_faults(study: Study) -> Iterator[str]:
    for arm in study.arms.all():
        if arm.theta is not None:
            yield from find_theta_faults(arm.theta)
    for theta in {theta for sample in _samples(study) for theta in sample}:
        yield from find_theta_faults(list(theta))


def _samples(study: Study) -> tuple[Thetas, ...]:
    """Thetas as sessions would draw them; one draw where all draws are alike."""
    settings = freeze_settings(study)
    taught = content_of(study.deck_version).taught
    candidates = {
        each.number: Candidate(each.number, index, each.level)
        for index, each in enumerate(taught)
    }
    draws = [
        draw_candidates(candidates, settings=settings, seed=seed)
        for seed in range(N_SAMPLES if _is_mixed(taught) else 1)
    ]
    samples = [
        tuple(sorted(taught[candidate.concept_id].theta for candidate in drawn))
        for drawn in draws
    ]
    return (samples[0],) if len(set(samples)) == 1 else tuple(samples)


def _is_mixed(taught: list[ConceptContent]) -> bool:
    return len({concept.theta for concept in taught}) > 1
