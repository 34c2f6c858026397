"""Responses as a long table, one line per card, streamed."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TextIO

from django.db.models import QuerySet

from studies.models import Response

CHUNK = 1000
Watch = Callable[[Iterator[Any]], Iterable[Any]]
_COLUMNS = {
    "study": "session__study__slug",
    "participant": "session__participant__pseudonym",
    "session": "session__public_id",
    "purpose": "session__purpose",
    "arm": "session__arm__name",
    "teacher": "session__arm__teacher",
    "place": "session__place__number",
    "is_over_full": "session__is_over_full",
    "time_factor": "session__time_factor",
    "session_phase": "session__phase",
    "log_head": "session__log_head",
    "phase": "phase",
    "step": "step",
    "position": "shown__position",
    "concept": "shown__concept__number",
    "prompt": "shown__concept__prompt",
    "answer": "shown__concept__answer",
    "level": "shown__concept__level",
    "outcome": "outcome",
    "text": "text",
    "late_text": "late_text",
    "dont_know": "dont_know",
    "auto_submitted": "auto_submitted",
    "rule": "rule",
    "distance": "distance",
    "matched": "matched",
    "typed_article": "typed_article",
    "too_general": "too_general",
    "grading_version": "grading_version",
    "chosen_at": "chosen_at",
    "served_at": "served_at",
    "deadline_at": "deadline_at",
    "closed_at": "closed_at",
    "late_at": "late_at",
    "picture_delay_ms": "picture_delay_ms",
    "client": "client",
    "decision": "decision",
}


def responses_to_export(
    *, study: str = "", purposes: Sequence[str] = ("real",)
) -> QuerySet[Response]:
    """The responses of an analysis, in the order of sessions, phases and steps."""
    rows = Response.objects.filter(session__purpose__in=purposes)
    if study:
        rows = rows.filter(session__study__slug=study)
    return rows.order_by("session_id", "chosen_at", "pk")


def write_responses(
    rows: QuerySet[Response], file: TextIO, *, watch: Watch = iter
) -> int:
    """Write ``rows`` as raw CSV with a last line that counts them.

    Nothing is held in memory and no transaction is open, so participants do not wait.
    """
    writer = csv.writer(file)
    writer.writerow(_COLUMNS)
    n_rows = 0
    values = rows.values_list(*_COLUMNS.values())
    for row in watch(values.iterator(chunk_size=CHUNK)):
        writer.writerow([_cell(value) for value in row])
        n_rows += 1
    writer.writerow([f"# {n_rows} rows"])
    return n_rows


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return json.dumps(value, sort_keys=True)
    return value.isoformat() if hasattr(value, "isoformat") else value
