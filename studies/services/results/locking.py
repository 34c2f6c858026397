"""Results stay locked while a study runs; whoever unlocks them is in its log."""

from datetime import datetime

from django.db import transaction

from studies.errors import InvalidError, ResultsLockedError
from studies.models import ResultsReport, Study
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.allocation import count_target
from studies.services.blinding import locks_results
from studies.services.results.stored import NOBODY, find_report, has_people
from studies.services.team.audit import record_action


def require_unlocked(study: Study, *, purpose: str) -> None:
    """Refuse, in words, to show locked results."""
    if locks_results(study, purpose):
        raise ResultsLockedError


def unlock_results(*, study: Study, who: str, now: datetime) -> None:
    """Show results before the end, which is logged, if there is anything to see.

    A look that showed nothing would spoil the registered ones.
    """
    if not has_people(study, purpose=Purpose.REAL):
        raise InvalidError(NOBODY)
    record_unlocking(study=study, who=who, now=now)


def record_unlocking(*, study: Study, who: str, now: datetime) -> None:
    """Log a look before the end, and how far the study was by then."""
    completed = study.sessions.filter(purpose=Purpose.REAL, phase=Phase.COMPLETED)
    record_action(
        study,
        Action.RESULTS_UNLOCKED,
        who=who,
        now=now,
        n_completed=completed.count(),
        n_target=count_target(study),
    )


@transaction.atomic
def open_report(
    *, study: Study, purpose: str, who: str, now: datetime
) -> ResultsReport | None:
    """The stored report for ``who``; that they saw it is logged once.

    From then on no decision about participants is blind.
    """
    require_unlocked(study, purpose=purpose)
    report = find_report(study, purpose=purpose)
    if report is not None and purpose == Purpose.REAL:
        _record_look(study, report, who=who, now=now)
    return report


def _record_look(
    study: Study, report: ResultsReport, *, who: str, now: datetime
) -> None:
    seen = {"report": report.data_hash[:16]}
    looks = study.audit.filter(action=Action.RESULTS_SEEN, who=who, detail=seen)
    if not looks.exists():
        record_action(study, Action.RESULTS_SEEN, who=who, now=now, **seen)
