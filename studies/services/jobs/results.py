"""Results, computed in the background."""

from typing import Any

from django.utils import timezone

from studies.models import Job, Study
from studies.models.study import Purpose
from studies.services.jobs.progress import JobRun
from studies.services.results.storing import compute_report


def compute_results(job: Job, run: JobRun) -> dict[str, Any]:
    """The job itself. Begun again, it begins anew, and stores the same."""
    study = Study.objects.select_related("deck_version", "questions_before").get(
        pk=job.study_id
    )
    purpose = Purpose(job.options["purpose"])
    report = compute_report(
        study=study, purpose=purpose, now=timezone.now(), watch=run.report
    )
    run.report(job.n_total)
    return {"report": report.pk}
