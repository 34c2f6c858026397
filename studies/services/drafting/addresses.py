"""The address that participants come by, which may be another until links are out."""

from datetime import datetime

from django.db import transaction

from studies.errors import DesignError
from studies.models import Study
from studies.services.design.fields import find_value_faults
from studies.services.design.telling import tell_changes
from studies.services.drafting.editing import lock_draft, note_edit


@transaction.atomic
def change_address(
    *, study_id: int, slug: str, who: str, now: datetime
) -> tuple[str, list[str]]:
    """The address as it is now, and why it is not ``slug`` if it is not."""
    study = lock_draft(study_id)
    if not may_move(study):
        raise DesignError("The study was open before: its address stays as it is.")
    wanted = slug.strip().lower()
    if wanted == study.slug:
        return study.slug, []
    faults = find_value_faults(study, "slug", wanted) or _find_others(study, wanted)
    if faults:
        return study.slug, faults
    told = tell_changes({"slug": study.slug}, {"slug": wanted})
    study.slug = wanted
    study.save(update_fields=["slug"])
    note_edit(study, fields=["slug"], who=who, now=now, values=told)
    return study.slug, []


def may_move(study: Study) -> bool:
    """Whether nobody can have the address yet: it was never open, not as a pilot."""
    return study.is_draft and not study.fingerprint


def _find_others(study: Study, slug: str) -> list[str]:
    others = Study.objects.filter(slug__iexact=slug).exclude(pk=study.pk)
    return ["Another study has this address."] if others.exists() else []
