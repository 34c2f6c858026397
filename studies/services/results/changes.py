"""Whether the data are still those that a report was computed from."""

import hashlib
import json
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from studies.models import (
    ExclusionDecision,
    Regrading,
    ResultsReport,
    Study,
    TeachingSession,
)
from studies.models.study import ChangeKind, Purpose
from studies.models.team import Action
from studies.services.results.exports import has_exported_early

_TIMES = ("allocated_at", "completed_at", "withdrawn_at", "screened_out_at")


def take_fingerprint(study: Study, *, purpose: str) -> str:
    """Another one whenever people ended or were erased, decided about or regraded.

    Of real people, also whenever the study closed, or somebody did what makes p less
    than it seems: looked or exported early, or added places.
    Counts and newest times alone: whoever opens the page must not wait.
    """
    people = _people(study, purpose)
    decided = ExclusionDecision.objects.filter(session__in=people)
    said = [
        people.aggregate(**_counts()),
        decided.aggregate(Count("pk"), Max("pk")),
        Regrading.objects.filter(study=study).aggregate(Count("pk"), Max("pk")),
        _course(study) if purpose == Purpose.REAL else [],
    ]
    return hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()


def _course(study: Study) -> list[Any]:
    """What happened to the study itself; it says nothing of who rehearsed it."""
    return [
        study.is_closed,
        study.audit.filter(action=Action.RESULTS_UNLOCKED).count(),
        study.changes.filter(kind=ChangeKind.TOP_UP).count(),
        has_exported_early(study),
    ]


def has_changed(report: ResultsReport) -> bool:
    """Whether the data are others than when ``report`` was computed."""
    now = take_fingerprint(report.study, purpose=report.purpose)
    return report.fingerprint != now


def count_erased(study: Study, *, purpose: str) -> int:
    """How many people had everything erased that they gave."""
    return _people(study, purpose).filter(erased_at__isnull=False).count()


def find_last_decision(study: Study, *, purpose: str) -> datetime | None:
    """When somebody was last erased, excluded or included; None if nobody was."""
    people = _people(study, purpose)
    newest = people.aggregate(erased=Max("erased_at"), decided=Max("exclusions__at"))
    return max((at for at in newest.values() if at is not None), default=None)


def _people(study: Study, purpose: str) -> QuerySet[TeachingSession]:
    return TeachingSession.objects.filter(study=study, purpose=purpose).order_by()


def _counts() -> dict[str, Any]:
    newest: dict[str, Any] = {f"newest_{name}": Max(name) for name in _TIMES}
    counts = {f"n_{name}": Count(name) for name in (*_TIMES, "erased_at")}
    return {
        "n": Count("pk"),
        "n_away": Count("pk", filter=Q(is_away=True)),
        "n_cut_off": Count("pk", filter=Q(is_cut_off=True)),
        **counts,
        **newest,
    }
