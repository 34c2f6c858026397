"""Memory: how do people learn this deck?"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.results.page import asked_purpose, latest_job
from studies.dashboard.results.showing import show_part
from studies.models.study import Purpose
from studies.services.blinding import locks_results
from studies.services.jobs.starting import is_nobody_there
from studies.services.monitoring.crowds import list_crowds
from studies.services.results.changes import has_changed
from studies.services.results.locking import open_report
from studies.services.results.shapes import Part, from_json
from studies.services.results.stored import MEMORY
from studies.services.team.rights import Right, StudyAccess

TEMPLATE = "dashboard/results/memory.html"
DECK_TABLE = "memory-deck"


@require_safe
@study_page(Right.SEE_RESULTS)
def show_memory(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The part of the stored report that is about memory, locked as the rest is."""
    purpose, study = asked_purpose(request, access), access.study
    job = latest_job(study)
    context = {
        "purpose": purpose,
        "crowds": list_crowds(study, chosen=purpose),
        "is_locked": locks_results(study, purpose),
        "may_clone": access.allows(Right.SEE_DESIGN),
        "job": job,
        "is_nobody_there": job is not None and is_nobody_there(job, now=timezone.now()),
        **_found(access, purpose),
    }
    return show_study(request, access, Tab.MEMORY, TEMPLATE, context)


def _found(access: StudyAccess, purpose: Purpose) -> dict[str, Any]:
    if locks_results(access.study, purpose):
        return {}
    stored = open_report(
        study=access.study, purpose=purpose, who=access.who, now=timezone.now()
    )
    parts = from_json(stored.report).parts if stored else []
    part = next((part for part in parts if part.key == MEMORY), None)
    if stored is None or part is None:
        return {}
    return {
        "stored": stored,
        "shown": show_part(part),
        "theta": _deck_theta(part),
        "has_changed": has_changed(stored),
    }


def _deck_theta(part: Part) -> str:
    """What to type into a design: three numbers, rounded; none of too few data."""
    rows = [
        row for table in part.tables if table.key == DECK_TABLE for row in table.dicts()
    ]
    return ", ".join(f"{rows[0][name]:.2f}" for name in "abc") if rows else ""
