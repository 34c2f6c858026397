"""The arms of a draft: who teaches, what they believe of memory, and how many."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from studies.errors import DesignError
from studies.models import Arm, Study
from studies.services.design.fields import find_place_faults, find_value_faults
from studies.services.design.teachers import OFFERED
from studies.services.design.telling import Told, tell_changes, tell_value
from studies.services.drafting.editing import Faults, lock_draft, note_edit

MOST_ARMS = 20


@transaction.atomic
def edit_arms(
    *,
    study_id: int,
    values: Mapping[int, Mapping[str, Any]],
    who: str,
    now: datetime,
) -> dict[int, Faults]:
    """Keep what is right of each arm's values; what is wrong with the others, by arm.

    ``values`` are those of the arms by their keys; an arm that is gone is left out.
    """
    study = lock_draft(study_id)
    arms = {arm.pk: arm for arm in study.arms.all()}
    wished = {key: wanted for key, wanted in values.items() if key in arms}
    faults: dict[int, Faults] = {}
    told: Told = {}
    for key, wanted in wished.items():
        faults[key] = _find_faults(arms[key], wanted, arms)
        right = {name: new for name, new in wanted.items() if name not in faults[key]}
        told |= _edit_arm(study, arms[key], right)
    if told:
        note_edit(study, fields=list(told), who=who, now=now, values=told)
    return {key: said for key, said in faults.items() if said}


def _edit_arm(study: Study, arm: Arm, values: Mapping[str, Any]) -> Told:
    """Store what is new, and tell it for the log."""
    changed = {name: new for name, new in values.items() if getattr(arm, name) != new}
    told = tell_changes({name: getattr(arm, name) for name in changed}, changed)
    called = arm.name
    if changed:
        _rename_reference(study, arm, changed)
        for name, new in changed.items():
            setattr(arm, name, new)
        arm.save(update_fields=list(changed))
    return {f"arm {called}: {name}": told[name] for name in sorted(told)}


def _find_faults(
    arm: Arm, values: Mapping[str, Any], arms: Mapping[int, Arm]
) -> Faults:
    found = {name: _faults(arm, name, new, arms) for name, new in values.items()}
    return {name: said for name, said in found.items() if said}


def _faults(arm: Arm, name: str, new: Any, arms: Mapping[int, Arm]) -> list[str]:
    faults = find_value_faults(arm, name, new)
    if faults:
        return faults
    others = [other for other in arms.values() if other.pk != arm.pk]
    if name == "name" and any(other.name == new for other in others):
        return ["Another arm has this name."]
    if name == "n_places":
        return list(find_place_faults([new, *(other.n_places for other in others)]))
    return []


def _rename_reference(study: Study, arm: Arm, changed: Mapping[str, Any]) -> None:
    if "name" in changed and study.reference_arm == arm.name:
        study.reference_arm = changed["name"]
        study.save(update_fields=["reference_arm"])


@transaction.atomic
def add_arm(*, study_id: int, who: str, now: datetime) -> Arm:
    """One more arm, with the first teacher that no other has."""
    study = lock_draft(study_id)
    arms = list(study.arms.all())
    if len(arms) >= MOST_ARMS:
        raise DesignError(f"A study has at most {MOST_ARMS} arms.")
    taken = {arm.teacher for arm in arms}
    teacher = next((code for code in OFFERED if code not in taken), OFFERED[0])
    last = study.arms.aggregate(last=Max("position"))["last"]
    arm = Arm.objects.create(
        study=study,
        position=0 if last is None else last + 1,
        name=_free_name(teacher, {arm.name for arm in arms}),
        teacher=teacher,
        n_places=arms[-1].n_places if arms else 20,
    )
    note_edit(study, fields=[f"added arm {_describe(arm)}"], who=who, now=now)
    return arm


@transaction.atomic
def remove_arm(*, study_id: int, arm_id: int, who: str, now: datetime) -> None:
    """One arm less; whoever removed it before was faster."""
    study = lock_draft(study_id)
    arm = study.arms.filter(pk=arm_id).first()
    if arm is None:
        return
    # People of a pilot that went back to being a draft may have been in it.
    if arm.places.exists() or arm.teachingsession_set.exists():
        raise DesignError(f"People of the pilot were in arm {arm.name}: it stays.")
    arm.delete()
    told = _refer_to_another(study) if study.reference_arm == arm.name else None
    removed = f"removed arm {_describe(arm)}"
    note_edit(study, fields=[removed], who=who, now=now, values=told)


def _refer_to_another(study: Study) -> Told:
    """Compare with GR if it is there, else with the first; told for the log."""
    names = list(study.arms.order_by("position").values_list("name", flat=True))
    before = {"reference_arm": study.reference_arm}
    study.reference_arm = "GR" if "GR" in names else next(iter(names), "")
    study.save(update_fields=["reference_arm"])
    return tell_changes(before, {"reference_arm": study.reference_arm})


def _describe(arm: Arm) -> str:
    taught = tell_value("teacher", arm.teacher)
    believed = tell_value("theta", arm.theta)
    return f"{arm.name} ({taught}, memory {believed}, {arm.n_places} places)"


def _free_name(wanted: str, taken: set[str]) -> str:
    names = [wanted, *(f"{wanted} {number}" for number in range(2, MOST_ARMS + 2))]
    return next(name for name in names if name not in taken)
