"""Reports are computed once, and stored for whoever looks."""

from datetime import datetime

from django.db import transaction

from studies.errors import InvalidError
from studies.models import ResultsReport, Study
from studies.models.study import Purpose
from studies.services.operations.versions import code_version
from studies.services.results.changes import count_erased, take_fingerprint
from studies.services.results.report import (
    Watch,
    build_report,
    is_empty,
    open_analysis,
)
from studies.services.results.shapes import to_json
from studies.services.results.stored import NOBODY
from studies.services.results.versions import hash_data


def compute_report(
    *,
    study: Study,
    purpose: Purpose,
    now: datetime,
    watch: Watch = lambda n_done: None,
) -> ResultsReport:
    """Store what comes out; of data that was computed before, the same report.

    One report is kept: what an earlier one said of people who were erased since goes
    with it. Somebody erased while it is computed is not in it either.
    """
    n_erased = count_erased(study, purpose=purpose)
    # Before the data are read: whatever changes from here on is noticed.
    fingerprint = take_fingerprint(study, purpose=purpose)
    analysis = open_analysis(study, purpose=purpose)
    if is_empty(analysis.data):
        raise InvalidError(NOBODY)
    key = {"data_hash": hash_data(analysis), "code_version": code_version()}
    known = study.reports.filter(purpose=purpose, **key).first()
    if known is not None:
        known.fingerprint = fingerprint
        known.save(update_fields=["fingerprint"])
        return known
    stored = _store(
        study,
        purpose,
        n_erased=n_erased,
        report=to_json(build_report(analysis, watch=watch)),
        computed_at=now,
        fingerprint=fingerprint,
        **key,
    )
    return stored or compute_report(study=study, purpose=purpose, now=now, watch=watch)


@transaction.atomic
def _store(
    study: Study, purpose: Purpose, *, n_erased: int, **values: object
) -> ResultsReport | None:
    """Keep the report instead of the last; None if somebody was erased meanwhile."""
    if count_erased(study, purpose=purpose) != n_erased:
        return None
    study.reports.filter(purpose=purpose).delete()
    stored: ResultsReport = ResultsReport.objects.create(
        study=study, purpose=purpose, **values
    )
    return stored
