"""Changes of a study that people can join: more places, and other words.

Each leaves a row that says what was before. What somebody agreed to is not changed by
it: sessions keep the settings they began with.
"""

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from datetime import datetime
from math import gcd

from django.db import transaction

from studies.errors import DesignError
from studies.labels import label_of
from studies.models import Study, StudyChange
from studies.models.study import ChangeKind, StudyState
from studies.models.team import Action
from studies.recruitment import find_faulty_options
from studies.recruitment.options import FEE
from studies.services.allocation import lock_study
from studies.services.design.fields import (
    find_faults,
    find_place_faults,
    find_value_faults,
    unify_lines,
)
from studies.services.design.lifecycle import fingerprint_design
from studies.services.design.telling import tell_changes
from studies.services.enrolment.consent import build_consent
from studies.services.team.audit import record_action

Faults = list[str]
# Words, or the parts of the consent by their names.
Words = str | dict[str, str]

AMENDABLE = frozenset(
    {
        *(
            "title",
            "internal_title",
            "about_text",
            "organiser",
            "contact",
            "ethics_number",
        ),
        *("pay_text", "partial_pay_text", "debrief_text", "left_debrief_text"),
        "completion_url",
        *("consent_version", "consent_language", "consent_text", "consent_parts"),
        "preregistration_url",
    }
)
_OPTIONS = "recruiter_options"
_JOINABLE = (StudyState.PILOT, StudyState.LIVE, StudyState.PAUSED)
_FROZEN = (*_JOINABLE, StudyState.CLOSED)


@transaction.atomic
def add_places(
    *, study_id: int, n_more: int, who: str, now: datetime, reason: str = ""
) -> StudyChange:
    """Give each arm ``n_more`` places; arms of unequal size grow in proportion."""
    if n_more < 1:
        raise DesignError("Add at least one place.")
    study = _lock(study_id, among=_JOINABLE)
    arms = list(study.arms.order_by("position"))
    before = {arm.name: arm.n_places for arm in arms}
    unit = gcd(*before.values())
    for arm in arms:
        arm.n_places += n_more * (arm.n_places // unit)
    if faults := list(find_place_faults(arm.n_places for arm in arms)):
        raise DesignError(" ".join(faults))
    for arm in arms:
        arm.save(update_fields=["n_places"])
    after = {arm.name: arm.n_places for arm in arms}
    detail = {"before": before, "after": after, "reason": reason}
    record_action(study, Action.PLACES_ADDED, who=who, now=now, **detail)
    return StudyChange.objects.create(
        study=study,
        at=now,
        who=who,
        kind=ChangeKind.TOP_UP,
        before=before,
        after=after,
        reason=reason,
        fingerprint=study.fingerprint,
    )


@transaction.atomic
def amend_study(
    *,
    study_id: int,
    changes: Mapping[str, Words],
    who: str,
    now: datetime,
    reason: str = "",
) -> StudyChange:
    """Correct the words of a study. Another consent text needs another version."""
    study = _lock(study_id, among=_FROZEN)
    _check_names(changes)
    after = find_amendments(study, changes)
    if not after:
        raise DesignError("Nothing would change.")
    if faults := find_amendment_faults(study, after):
        raise DesignError(" ".join(_tell(faults)))
    before = {name: getattr(study, name) for name in after}
    for name, new in after.items():
        setattr(study, name, new)
    study.fingerprint = fingerprint_design(study)
    study.save(update_fields=[*after, "fingerprint"])
    told = {"fields": sorted(after), "values": tell_changes(before, after)}
    record_action(study, Action.AMENDED, who=who, now=now, reason=reason, **told)
    return StudyChange.objects.create(
        study=study,
        at=now,
        who=who,
        kind=ChangeKind.AMENDMENT,
        before=before,
        after=after,
        reason=reason,
        fingerprint=study.fingerprint,
    )


@transaction.atomic
def amend_fee(
    *, study_id: int, recruiter: str, percent: str, who: str, now: datetime
) -> None:
    """Say what a recruiter takes on top; it may change while people take part.

    Nobody who takes part reads it, and it is not in the fingerprint.
    """
    study = lock_study(Study(pk=study_id))
    said = study.recruiter_options
    after = {**said, recruiter: {**said.get(recruiter, {}), FEE: percent}}
    if faults := list(find_faulty_options(after)):
        raise DesignError(" ".join(faults))
    told = tell_changes({_OPTIONS: said}, {_OPTIONS: after})
    if not told:
        return
    study.recruiter_options = after
    study.save(update_fields=[_OPTIONS])
    record_action(study, Action.FEE_SET, who=who, now=now, values=told)


def _lock(study_id: int, *, among: Collection[str]) -> Study:
    study = lock_study(Study(pk=study_id))
    if study.state not in among:
        raise DesignError(f"This cannot be done while the study is {study.state}.")
    return study


def _check_names(changes: Mapping[str, Words]) -> None:
    fields = {field.name for field in Study._meta.fields}
    if unknown := sorted(set(changes) - fields):
        raise DesignError(f"There is no such text: {', '.join(unknown)}.")
    if frozen := sorted(set(changes) - AMENDABLE):
        raise DesignError(f"This is frozen: {', '.join(frozen)}.")


def find_amendments(study: Study, changes: Mapping[str, Words]) -> dict[str, Words]:
    """Those of ``changes`` that say something else than ``study``.

    Line ends are no words: forms send others than are stored, and drop some.
    """
    tidy = {name: _tidy(new) for name, new in changes.items() if name in AMENDABLE}
    return {
        name: new for name, new in tidy.items() if new != _tidy(getattr(study, name))
    }


def _tidy(words: Words) -> Words:
    if isinstance(words, str):
        return unify_lines(words).strip()
    if find_faults({"consent_parts": words}):
        return words
    tidy = {name: unify_lines(text).strip() for name, text in words.items()}
    return {name: text for name, text in tidy.items() if text}


def find_amendment_faults(
    study: Study, after: Mapping[str, Words]
) -> dict[str, Faults]:
    """What is wrong with the amendments ``after``, by field."""
    found = {name: find_value_faults(study, name, new) for name, new in after.items()}
    emptied = {name for name, new in after.items() if not new}
    for name in _needed(study, after) & emptied:
        found[name].append("A study needs this.")
    if _loses_consent(study, after):
        found["consent_parts"].append("Without a purpose it needs words of its own.")
    if _needs_version(study, after):
        found.setdefault("consent_version", []).append(
            "Another consent text needs a version of its own."
        )
    return {name: faults for name, faults in found.items() if faults}


def _amended(study: Study, after: Mapping[str, Words]) -> Study:
    """The study as it would be."""
    amended = copy(study)
    for name, new in after.items():
        setattr(amended, name, new)
    return amended


def _needed(study: Study, after: Mapping[str, Words]) -> set[str]:
    """Words that no study goes without."""
    has_purpose = _has_purpose(_amended(study, after))
    return {"contact"} if has_purpose else {"contact", "consent_text"}


def _loses_consent(study: Study, after: Mapping[str, Words]) -> bool:
    """Whether another purpose is none, and nothing else says what is agreed to."""
    amended = _amended(study, after)
    is_said = _has_purpose(amended) or bool(amended.consent_text)
    return "consent_parts" in after and not is_said


def _has_purpose(study: Study) -> bool:
    parts = study.consent_parts
    return isinstance(parts, dict) and bool(parts.get("purpose"))


def _needs_version(study: Study, after: Mapping[str, Words]) -> bool:
    if find_faults({"consent_parts": after.get("consent_parts", {})}):
        return False
    language = _amended(study, after).language_of_consent
    is_other = language != study.language_of_consent or _says_otherwise(study, after)
    return is_other and after.get("consent_version", "") in _consent_versions(study)


def _says_otherwise(study: Study, after: Mapping[str, Words]) -> bool:
    """Whether people would agree to other words; some tell the pay or the contact."""
    return build_consent(_amended(study, after)) != build_consent(study)


def _tell(faults: Mapping[str, Faults]) -> Iterator[str]:
    for name, words in faults.items():
        yield f"{label_of(name)}: {' '.join(words)}"


def _consent_versions(study: Study) -> set[str]:
    """No version, the one of today, and those before it."""
    amended = study.changes.filter(kind=ChangeKind.AMENDMENT)
    befores = amended.values_list("before", flat=True)
    earlier = {before.get("consent_version", "") for before in befores}
    return {"", study.consent_version, *earlier}
