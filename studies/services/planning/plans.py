"""What of a design decides its power, and a name for it."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, replace

from studies.errors import DesignError
from studies.models import Arm, Study
from studies.services.decks.content import ConceptContent, content_of
from studies.services.design.fields import find_theta_faults
from studies.services.enrolment.sampling import Candidate, draw_candidates
from studies.services.pricing.prices import (
    find_price_obstacle,
    needs_prices,
    prepare_prices,
    told_options,
)
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
                tuple(sorted(arm.options.items())),
            )
            for arm in arms
        ),
        reference=names.index(study.reference_among(names)),
        samples=draw_samples(study),
        n_words=len(content_of(study.deck_version).taught),
        horizon=study.horizon,
        no_repeat=study.no_repeat,
        outcome=study.primary_outcome,
    )


def equip_plan(study: Study, plan: Plan) -> Plan:
    """``plan`` with the prices that its teachers go by, which may take seconds.

    They are no part of its name: they follow from the rest.
    """
    prepare_prices(study)
    arms = tuple(
        replace(planned, prices=_prices(study, arm))
        for planned, arm in zip(plan.arms, study.arms.all(), strict=True)
    )
    return replace(plan, arms=arms)


def _prices(study: Study, arm: Arm) -> tuple[float, ...] | None:
    told = told_options(study, arm) or {}
    return tuple(told["prices"]) if "prices" in told else None


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
    return find_playing_obstacle(study)


def find_playing_obstacle(study: Study) -> str:
    """Why sessions of ``study`` cannot be imagined; empty if they can."""
    arms = list(study.arms.all())
    if not arms:
        return "There is no arm yet."
    if any(arm.teacher not in TEACHERS for arm in arms):
        return "An arm has a teacher that there is not."
    if study.n_concepts * study.horizon > MOST_CARDS:
        return "The design has too many concepts and cards to be simulated."
    if len(content_of(study.deck_version).taught) < study.n_concepts:
        return "The deck has too few concepts for this design."
    if any(len(sample) < study.n_concepts for sample in draw_samples(study)):
        return "The strata do not add up to the number of concepts."
    if any(_theta_faults(study)):
        return "The deck or an arm has memory numbers that cannot be computed with."
    return next(_planning_obstacles(study, arms), "")


def _planning_obstacles(study: Study, arms: list[Arm]) -> Iterator[str]:
    for arm in filter(needs_prices, arms):
        if obstacle := find_price_obstacle(study, arm):
            yield f"Arm {arm.name}: {obstacle}"


def name_plan(plan: Plan, assumptions: Assumptions) -> str:
    """The same for designs that have the same power: 64 hexadecimal digits."""
    said = [VERSION, asdict(plan), asdict(assumptions)]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _theta_faults(study: Study) -> Iterator[str]:
    for arm in study.arms.all():
        if arm.theta is not None:
            yield from find_theta_faults(arm.theta)
    for theta in {theta for sample in draw_samples(study) for theta in sample}:
        yield from find_theta_faults(list(theta))


def draw_samples(study: Study) -> tuple[Thetas, ...]:
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
