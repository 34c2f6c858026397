"""A design as a file, out of one server and into another."""

import re
from datetime import datetime
from decimal import Decimal
from itertools import chain, count
from typing import Any

from studies.models import Study
from studies.recruitment import pick_recruiters
from studies.recruitment.options import FEE, without_codes
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
from studies.services.links.fees import fee_percent_of

_COPY = re.compile(r"^(Copy (\d+ )?of )+")


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
            "recruiter_options": _say_to_recruiters(study),
        },
        "arms": [
            {name: getattr(arm, name) for name in ARM_FIELDS}
            for arm in study.arms.all()
        ],
        "questions": {moment: questions_of(study, moment) for moment in MOMENTS},
    }


def clone_study(*, study: Study, user_id: int, who: str, now: datetime) -> Study:
    """A draft with the same design, owned by whoever asked for it.

    That it is a copy is for the team alone: participants read the title.
    """
    design = read_design(write_design(study))
    name = _name_copy(study.name, user_id=user_id)
    design.values.update(internal_title=name, preregistration_url="")
    return begin_study(
        design=design, user_id=user_id, who=who, now=now, origin=f"copy of {study.slug}"
    )


def import_study(*, content: bytes, user_id: int, who: str, now: datetime) -> Study:
    """A draft of the design in a file, or everything that is wrong with the file.

    A second study of the same name says when it was imported.
    """
    design = read_design(parse_design(content))
    name = design.values.get("internal_title") or design.values.get("title", "")
    if name in _names_of(user_id):
        dated = f"{name}, imported on {now:%Y-%m-%d}"
        design.values["internal_title"] = _free_name(dated, user_id=user_id)
    return begin_study(
        design=design, user_id=user_id, who=who, now=now, origin="imported file"
    )


def _say_to_recruiters(study: Study) -> dict[str, dict[str, Any]]:
    """Without codes, and with each fee: files of older servers have one for all."""
    said = without_codes(study.recruiter_options)
    for each in pick_recruiters(study.recruiters):
        if any(option.name == FEE for option in each.options):
            fee = fee_percent_of(study, each.name)
            said.setdefault(each.name, {})[FEE] = f"{fee.normalize():f}"
    return said


def _names_of(user_id: int) -> set[str]:
    """What the studies of somebody are called in their list."""
    own = Study.objects.filter(members__user=user_id)
    return {study.name for study in own}


def _name_copy(name: str, *, user_id: int) -> str:
    """The first of Copy of X, Copy 2 of X that is free; a copy of a copy is of X."""
    original, taken = _COPY.sub("", name) or name, _names_of(user_id)
    longest = Study._meta.get_field("internal_title").max_length
    starts = chain(["Copy of "], (f"Copy {number} of " for number in count(2)))
    names = (f"{start}{original}"[:longest] for start in starts)
    return next(name for name in names if name not in taken)


def _free_name(wanted: str, *, user_id: int) -> str:
    """``wanted``, with a number if one of their studies is called so."""
    taken = _names_of(user_id)
    longest = Study._meta.get_field("internal_title").max_length or len(wanted)
    ends = chain([""], (f" ({number})" for number in count(2)))
    names = (f"{wanted[: longest - len(end)]}{end}" for end in ends)
    return next(name for name in names if name not in taken)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Decimal) else value
