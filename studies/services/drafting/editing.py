"""A draft is edited field by field: what is right is kept, what is wrong is told."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from studies.errors import DesignError
from studies.models import AuditEntry, Study
from studies.models.study import Sampling
from studies.models.team import Action
from studies.services.allocation import lock_study
from studies.services.decks.content import content_of
from studies.services.design.fields import find_value_faults, unify_lines
from studies.services.design.telling import Told, tell_changes
from studies.services.drafting.strata import spread_evenly
from studies.services.team.audit import record_action

Faults = dict[str, list[str]]

_FIELDS = Study._meta.fields

# Whoever types on in one place does one thing.
ONE_EDIT = timedelta(minutes=10)


@transaction.atomic
def edit_design(
    *, study_id: int, values: Mapping[str, Any], who: str, now: datetime
) -> Faults:
    """Keep those of ``values`` that a study may have; what is wrong with the others."""
    study = lock_draft(study_id)
    tidy = {name: _tidy(value) for name, value in values.items()}
    faults = {name: find_value_faults(study, name, tidy[name]) for name in tidy}
    changed = {
        name: value
        for name, value in tidy.items()
        if not faults[name] and getattr(study, name) != value
    }
    before = {field.attname: getattr(study, field.attname) for field in _FIELDS}
    for name, value in changed.items():
        setattr(study, name, value)
    fitted = {**changed, **_fit_levels(study, changed)}
    changed = {name: new for name, new in fitted.items() if new != before[name]}
    if changed:
        study.save(update_fields=list(changed))
        told = tell_changes(_by_label(before), _by_label(changed))
        fields = sorted(_by_label(changed))
        note_edit(study, fields=fields, who=who, now=now, values=told)
    return {name: said for name, said in faults.items() if said}


def lock_draft(study_id: int) -> Study:
    """The study, locked; others than drafts are amended, not edited."""
    study = lock_study(Study(pk=study_id))
    if not study.is_draft:
        raise DesignError(
            f"This study is {study.state}: its design is frozen. "
            "Words can be amended and places added."
        )
    return study


def note_edit(
    study: Study,
    *,
    fields: list[str],
    who: str,
    now: datetime,
    values: Told | None = None,
) -> None:
    """Log what was changed, with ``values`` before and after as they are told.

    Somebody who goes on changing the same has one entry, which says what came of it.
    """
    last = AuditEntry.objects.filter(study=study).order_by("-at", "-pk").first()
    if last is not None and _goes_on(last, fields=fields, who=who, now=now):
        _lengthen(last, values or {})
        return
    detail: dict[str, Any] = {"fields": fields}
    if values:
        detail["values"] = values
    record_action(study, Action.DESIGN_CHANGED, who=who, now=now, **detail)


def _lengthen(last: AuditEntry, values: Told) -> None:
    held: Told = last.detail.get("values", {})
    longer = {n: [held.get(n, told)[0], told[1]] for n, told in values.items()}
    last.detail["values"] = held | longer
    last.save(update_fields=["detail"])


def _goes_on(last: AuditEntry, *, fields: list[str], who: str, now: datetime) -> bool:
    is_same = (last.action, last.who) == (Action.DESIGN_CHANGED, who)
    is_recent = now - last.at < ONE_EDIT
    return is_same and is_recent and last.detail.get("fields") == fields


def _fit_levels(study: Study, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Another deck has other levels, and whoever begins to stratify has no numbers."""
    is_new_deck = "deck_version_id" in changed
    begins = "sampling" in changed and not any(study.strata.values())
    if not is_new_deck and not begins:
        return {}
    levels = content_of(study.deck_version).n_of_level
    if not levels:
        study.sampling = Sampling.SIMPLE
    is_stratified = study.sampling == Sampling.STRATIFIED
    study.strata = spread_evenly(study.n_concepts, levels) if is_stratified else {}
    return {"sampling": study.sampling, "strata": study.strata}


def _by_label(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removesuffix("_id"): value for name, value in values.items()}


def _tidy(value: Any) -> Any:
    return unify_lines(value) if isinstance(value, str) else value
