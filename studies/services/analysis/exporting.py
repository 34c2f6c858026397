"""Tables for analysis: responses, one line per card, and changes of studies."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TextIO

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from studies.models import ArrivalRecord, Response, StudyChange
from studies.models.recruitment import Proof

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
    "is_cut_off": "session__is_cut_off",
    "n_unproven": "n_unproven",
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
_CHANGE_COLUMNS = {
    "study": "study__slug",
    "at": "at",
    "who": "who",
    "kind": "kind",
    "before": "before",
    "after": "after",
    "reason": "reason",
    "fingerprint": "fingerprint",
    "seed_hash": "study__seed_hash",
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

    ``n_unproven`` tells how often somebody went on with the session without proof.
    Nothing is held in memory and no transaction is open, so participants do not wait.
    """
    came = ArrivalRecord.objects.filter(session=OuterRef("session"), proof=Proof.NONE)
    counted = came.order_by().values("session").annotate(n=Count("pk")).values("n")
    marked = rows.annotate(n_unproven=Coalesce(Subquery(counted), 0))
    return _write(marked, _COLUMNS, file, watch=watch)


def changes_to_export(*, study: str = "") -> QuerySet[StudyChange]:
    """What was changed in a study, or in all, in the order of time."""
    rows = StudyChange.objects.order_by("study_id", "pk")
    return rows.filter(study__slug=study) if study else rows


def write_changes(rows: QuerySet[StudyChange], file: TextIO) -> int:
    """Write ``rows`` as raw CSV with a last line that counts them."""
    return _write(rows, _CHANGE_COLUMNS, file)


def _write(
    rows: QuerySet[Any], columns: dict[str, str], file: TextIO, *, watch: Watch = iter
) -> int:
    writer = csv.writer(file)
    writer.writerow(columns)
    n_rows = 0
    values = rows.values_list(*columns.values())
    for row in watch(values.iterator(chunk_size=CHUNK)):
        writer.writerow([_cell(value) for value in row])
        n_rows += 1
    writer.writerow([f"# {n_rows} rows"])
    return n_rows


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return json.dumps(value, sort_keys=True)
    return value.isoformat() if hasattr(value, "isoformat") else value
