"""A study's life: its design is fingerprinted when it opens, frozen from then on."""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from studies.errors import DesignError
from studies.models import Arm, Study
from studies.models.study import ASKING, PrimaryTest, StudyState
from studies.services.design.checks import check_design
from studies.services.design.fields import LONGEST_FINISH
from studies.services.enrolment.consent import build_consent
from studies.services.pricing.prices import (
    freeze_prices,
    needs_prices,
    prepare_prices,
)
from studies.services.session.settings import freeze_settings

_NEXT_STATES = {
    StudyState.DRAFT: {StudyState.PILOT, StudyState.LIVE},
    StudyState.PILOT: {StudyState.LIVE, StudyState.CLOSED, StudyState.DRAFT},
    StudyState.LIVE: {StudyState.PAUSED, StudyState.CLOSED},
    StudyState.PAUSED: {StudyState.LIVE, StudyState.CLOSED},
    StudyState.CLOSED: set[StudyState](),
}


def change_study_state(
    *, study_id: int, state: StudyState, now: datetime | None = None
) -> Study:
    """Move a study along draft, pilot, live, paused, closed.

    Closing lets nobody in from ``now`` on; people inside have the study's
    ``finish_seconds`` to come to an end. Where teachers plan ahead, opening a study may
    take seconds: whoever calls this in a transaction has that done before it.
    """
    arms = Arm.objects.filter(study=study_id) if state in ASKING else ()
    if any(map(needs_prices, arms)):
        ready_teachers(Study.objects.get(pk=study_id))
    return _change_state(study_id=study_id, state=state, now=now)


def ready_teachers(study: Study) -> None:
    """Have ready what teachers of a draft plan by; call it outside any transaction."""
    if study.is_draft and any(map(needs_prices, study.arms.all())):
        check_design(study)
        prepare_prices(study)


@transaction.atomic
def _change_state(*, study_id: int, state: StudyState, now: datetime | None) -> Study:
    study = (
        Study.objects.select_related("deck_version", "questionnaire")
        .select_for_update(of=("self",))
        .get(pk=study_id)
    )
    if state not in _NEXT_STATES[StudyState(study.state)]:
        raise DesignError(f"A study that is {study.state} cannot become {state}.")
    if state in (StudyState.PILOT, StudyState.LIVE) and not _is_frozen(study):
        check_design(study)
        if study.is_draft:
            freeze_prices(study)
        study.fingerprint = fingerprint_design(study)
        study.seed_hash = hashlib.sha256(study.seed.encode()).hexdigest()
    if state == StudyState.CLOSED:
        study.finish_until = (now or timezone.now()) + _grace(study)
    if state in ASKING:
        # Nothing that people can join is out of sight.
        study.archived_at = None
    study.state = state
    study.save(
        update_fields=[
            *("state", "fingerprint", "seed_hash", "finish_until", "archived_at")
        ]
    )
    return study


def find_closing(study: Study) -> datetime | None:
    """When ``study`` was closed; None while it is not."""
    return None if study.finish_until is None else study.finish_until - _grace(study)


def _grace(study: Study) -> timedelta:
    # It was not always checked when a study opened.
    return timedelta(seconds=min(study.finish_seconds, LONGEST_FINISH))


def _is_frozen(study: Study) -> bool:
    return study.state in (StudyState.LIVE, StudyState.PAUSED)


def describe_design(study: Study) -> dict[str, Any]:
    """Everything that makes the study what it is, as plain data.

    Its seed is committed to apart, and how many places it has may grow.
    """
    return {
        **freeze_settings(study).as_json(),
        "deck": study.deck_version.fingerprint,
        "language": study.language,
        "recruiters": sorted(study.recruiters),
        **_describe_kept_out(study),
        "offers_more_time": study.offers_more_time,
        "finish_seconds": study.finish_seconds,
        "plan": _describe_plan(study),
        "consent": [study.consent_version, study.language_of_consent],
        "consent_text": build_consent(study),
        "arms": [
            [arm.name, arm.teacher, arm.theta, *_describe_told(arm)]
            for arm in study.arms.order_by("position")
        ],
    }


def _describe_told(arm: Arm) -> list[Any]:
    """What its teacher alone is told, and the prices it goes by, if any."""
    prices = arm.prices and arm.prices["by_step"]
    return [arm.options, prices] if arm.options or prices else []


def _describe_kept_out(study: Study) -> dict[str, Any]:
    """Whose people may not come; a design that names none has the print it had."""
    names = sorted(study.earlier_studies)
    return {"earlier_studies": names} if names else {}


def _describe_plan(study: Study) -> dict[str, Any]:
    """What the researcher wants to find out, and by which rules.

    What is not registered is not named: a design without has the fingerprint it had.
    """
    registered = {
        "n_planned_looks": study.n_planned_looks,
        "equivalence_margin": study.equivalence_margin,
        "primary_test": study.primary_test != PrimaryTest.WELCH and study.primary_test,
    }
    return {
        **{name: value for name, value in registered.items() if value},
        "hypothesis": study.hypothesis,
        "primary_outcome": study.primary_outcome,
        "reference_arm": study.reference_arm,
        "exclusion_rules": study.exclusion_rules,
        "stopping_rule": study.stopping_rule,
    }


def fingerprint_design(study: Study) -> str:
    """A hash of the design, whatever its seed."""
    text = json.dumps(describe_design(study), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
