"""Whether a design can be run at all."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Model

from studies.errors import DesignError
from studies.models import Arm, Study
from studies.models.study import Sampling
from studies.services.design.fields import (
    CHECKS,
    find_faults,
    find_place_faults,
    find_theta_faults,
)
from studies.services.design.questions import find_screening_faults


def check_design(study: Study) -> None:
    """Refuse a design that could not be run, with everything that is wrong with it."""
    faults = list(_faults_of_fields(study)) or list(_faults_of_the_whole(study))
    if faults:
        raise DesignError(" ".join(faults))


def _faults_of_fields(study: Study) -> Iterator[str]:
    yield from _told(study, "")
    for asked in (study.questions_before, study.questionnaire):
        if asked is not None:
            yield from _told(asked, f"{asked}, ")
    for arm in study.arms.all():
        yield from _told(arm, f"Arm {arm.name}, ")


def _told(row: Model, where: str) -> Iterator[str]:
    values = {name: getattr(row, name) for name in CHECKS if hasattr(row, name)}
    for name, faults in find_faults(values).items():
        field = row._meta.get_field(name)
        title = getattr(field, "verbose_name", name)
        for fault in faults:
            yield f"{where}{title}: {fault}"


def _faults_of_the_whole(study: Study) -> Iterator[str]:
    """What no field can tell alone."""
    arms = list(study.arms.all())
    if not arms:
        yield "A study needs at least one arm."
    yield from find_place_faults(arm.n_places for arm in arms)
    yield from _deck_faults(study, arms)
    if study.sampling == Sampling.STRATIFIED:
        yield from _strata_faults(study)
    if study.questionnaire is not None:
        yield from find_screening_faults(study.questionnaire.items)
    if not study.recruiters and not study.accepts_simulated:
        yield "A study needs at least one recruiter."


def _deck_faults(study: Study, arms: list[Arm]) -> Iterator[str]:
    concepts = list(study.deck_version.concepts.filter(is_practice=False))
    if len(concepts) < study.n_concepts:
        yield (
            f"The deck has {len(concepts)} concepts, "
            f"the study wants {study.n_concepts}."
        )
    if all(arm.theta is not None for arm in arms):
        return
    for concept in concepts:
        for fault in find_theta_faults(list(concept.theta)):
            yield f"Concept {concept.number} of the deck: {fault}"


def _strata_faults(study: Study) -> Iterator[str]:
    strata: dict[str, Any] = study.strata
    if sum(strata.values()) != study.n_concepts:
        yield "The strata must add up to the number of concepts."
    for level, n_wanted in strata.items():
        n_there = study.deck_version.concepts.filter(
            level=level, is_practice=False
        ).count()
        if n_there < n_wanted:
            yield f"The deck has only {n_there} concepts of level {level}."
