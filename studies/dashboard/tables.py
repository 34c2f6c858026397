"""Tables of a page as files for spreadsheets."""

import csv
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from studies.formulas import defuse
from studies.models.team import Action
from studies.services.team.audit import record_action
from studies.services.team.rights import StudyAccess


def download_table(
    access: StudyAccess,
    name: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[Any]],
) -> HttpResponse:
    """A table as CSV, in which no text is a formula; the download is logged."""
    now = timezone.now()
    record_action(
        access.study, Action.EXPORTED, who=access.who, now=now, downloaded=name
    )
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    file = f"{access.study.slug}-{name.replace(' ', '-')}.csv"
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    writer = csv.writer(response)
    writer.writerow(headings)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return response


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    return defuse(value) if isinstance(value, str) else value
