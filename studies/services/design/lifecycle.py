"""A study's life: its design is fingerprinted when it opens, frozen from then on."""

import hashlib
import json
from typing import Any

from django.db import transaction

from studies.errors import DesignError
from studies.models import Study
from studies.models.study import StudyState
from studies.services.design.checks import check_design
from studies.services.session.settings import freeze_settings

_NEXT_STATES = {
    StudyState.DRAFT: {StudyState.PILOT, StudyState.LIVE},
    StudyState.PILOT: {StudyState.LIVE, StudyState.CLOSED, StudyState.DRAFT},
    StudyState.LIVE: {StudyState.PAUSED, StudyState.CLOSED},
    StudyState.PAUSED: {StudyState.LIVE, StudyState.CLOSED},
    StudyState.CLOSED: set[StudyState](),
}


@transaction.atomic
def change_study_state(*, study_id: int, state: StudyState) -> Study:
    """Move a study along draft, pilot, live, paused, closed."""
    study = Study.objects.select_for_update().get(pk=study_id)
    if state not in _NEXT_STATES[StudyState(study.state)]:
        raise DesignError(f"A study that is {study.state} cannot become {state}.")
    if state in (StudyState.PILOT, StudyState.LIVE) and not _is_frozen(study):
        check_design(study)
        study.fingerprint = fingerprint_design(study)
    study.state = state
    study.save(update_fields=["state", "fingerprint"])
    return study


def _is_frozen(study: Study) -> bool:
    return study.state in (StudyState.LIVE, StudyState.PAUSED)


def describe_design(study: Study) -> dict[str, Any]:
    """Everything that makes the study what it is, as plain data."""
    return {
        **freeze_settings(study).as_json(),
        "deck": study.deck_version.fingerprint,
        "sampling": study.sampling,
        "strata": study.strata,
        "language": study.language,
        "recruiters": sorted(study.recruiters),
        "offers_more_time": study.offers_more_time,
        "consent": [study.consent_version, study.consent_language, study.consent_text],
        "seed": hashlib.sha256(study.seed.encode()).hexdigest(),
        "arms": [
            [arm.name, arm.teacher, arm.theta, arm.n_places]
            for arm in study.arms.order_by("position")
        ],
    }


def fingerprint_design(study: Study) -> str:
    """A hash of the design, without telling the seed."""
    text = json.dumps(describe_design(study), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
