"""Whether a design can be run at all."""

from typing import Any

from studies.errors import DesignError
from studies.models import Study
from studies.models.study import Sampling
from studies.recruitment import NAMEABLE
from teaching import TEACHERS, HalfLifeModel


def check_design(study: Study) -> None:
    """Refuse a design that could not be run."""
    n_available = study.deck_version.concepts.filter(is_practice=False).count()
    if n_available < study.n_concepts:
        raise DesignError(
            f"The deck has {n_available} concepts, the study wants {study.n_concepts}."
        )
    if study.sampling == Sampling.STRATIFIED:
        _check_strata(study)
    _check_arms(study)
    _check_recruiters(study)


def _check_strata(study: Study) -> None:
    if sum(study.strata.values()) != study.n_concepts:
        raise DesignError("The strata must add up to the number of concepts.")
    for level, n_wanted in study.strata.items():
        n_there = study.deck_version.concepts.filter(
            level=level, is_practice=False
        ).count()
        if n_there < n_wanted:
            raise DesignError(f"The deck has only {n_there} concepts of level {level}.")


def _check_arms(study: Study) -> None:
    arms = list(study.arms.all())
    if not arms:
        raise DesignError("A study needs at least one arm.")
    for arm in arms:
        if arm.teacher not in TEACHERS:
            raise DesignError(f"There is no teacher {arm.teacher}.")
        if arm.theta is not None:
            _check_theta(arm.name, arm.theta)


def _check_theta(name: str, theta: Any) -> None:
    try:
        HalfLifeModel([theta])
    except (TypeError, ValueError) as error:
        raise DesignError(f"The theta of arm {name}: {error}") from error


def _check_recruiters(study: Study) -> None:
    named = study.recruiters
    if not isinstance(named, list) or any(name not in NAMEABLE for name in named):
        raise DesignError(f"Recruiters are a list of {', '.join(NAMEABLE)}.")
    if not named and not study.accepts_simulated:
        raise DesignError("A study needs at least one recruiter.")
