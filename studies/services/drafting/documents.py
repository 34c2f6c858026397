"""A design as a file, out of one server and into another."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from studies.models import Study
from studies.recruitment.options import without_codes
from studies.services.design.lifecycle import fingerprint_design
from studies.services.drafting.beginning import begin_study
from studies.services.drafting.questionnaires import MOMENTS, questions_of
from studies.services.drafting.reading import (
    ARM_FIELDS,
    FORMAT,
    STUDY_FIELDS,
    parse_design,
    read_design,
)


def write_design(study: Study) -> dict[str, Any]:
    """The design of ``study`` as plain data."""
    version = study.deck_version
    return {
        "format": FORMAT,
        "fingerprint": fingerprint_design(study),
        "deck": {
            "slug": version.deck.slug,
            "title": version.deck.title,
            "version": version.number,
            "fingerprint": version.fingerprint,
        },
        "study": {
            **{name: _plain(getattr(study, name)) for name in STUDY_FIELDS},
            "recruiter_options": without_codes(study.recruiter_options),
        },
        "arms": [
            {name: getattr(arm, name) for name in ARM_FIELDS}
            for arm in study.arms.all()
        ],
        "questions": {moment: questions_of(study, moment) for moment in MOMENTS},
    }


def clone_study(*, study: Study, user_id: int, who: str, now: datetime) -> Study:
    """A draft with the same design, owned by whoever asked for it."""
    design = read_design(write_design(study))
    title = f"Copy of {study.title}"[: Study._meta.get_field("title").max_length]
    design.values.update(title=title, internal_title="", preregistration_url="")
    return begin_study(
        design=design, user_id=user_id, who=who, now=now, origin=f"copy of {study.slug}"
    )


def import_study(*, content: bytes, user_id: int, who: str, now: datetime) -> Study:
    """A draft of the design in a file, or everything that is wrong with the file."""
    design = read_design(parse_design(content))
    return begin_study(
        design=design, user_id=user_id, who=who, now=now, origin="imported file"
    )


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Decimal) else value
