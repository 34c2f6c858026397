"""A second set of verdicts, made in the background."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from studies.errors import InvalidError
from studies.models import Job, Regrading, Response, Study
from studies.models.job import JobKind
from studies.services.allocation import lock_study
from studies.services.analysis.regrading import (
    BATCH,
    Wish,
    answers_to_regrade,
    read_in_pages,
    regrade_study,
    require_own_concepts,
)
from studies.services.jobs.progress import JobRun
from studies.services.jobs.starting import find_under_way, start_job


@transaction.atomic
def start_regrading(*, study: Study, wish: Wish, who: str, now: datetime) -> Job:
    """Have the answers of a group graded again; a second click finds the first."""
    study = lock_study(study)
    options = asdict(wish) | {"accepted": [list(pair) for pair in wish.accepted]}
    under_way = find_under_way(study, JobKind.REGRADING)
    if under_way is not None and under_way.options == options:
        return under_way
    if under_way is not None:
        raise InvalidError("The answers are being graded again. Wait until it is done.")
    require_own_concepts(study, wish.accepted)
    n_answers = answers_to_regrade(study, purpose=wish.purpose).count()
    if not n_answers:
        raise InvalidError("There are no answers to grade yet.")
    return start_job(study, JobKind.REGRADING, options, n_answers, who=who, now=now)


def regrade_answers(job: Job, run: JobRun) -> dict[str, Any]:
    """Make the regrading that the job asks for, once, however often it is begun."""
    if job.result:
        return dict(job.result)
    options = job.options
    accepted = [(concept_id, text) for concept_id, text in options["accepted"]]
    wish = Wish(**{**options, "accepted": accepted})
    study = Study.objects.select_related("deck_version").get(pk=job.study_id)

    def keep(regrading: Regrading) -> None:
        # In the same transaction: a worker that dies right after leaves no second one.
        run.change(result=_told(regrading))

    regrading = regrade_study(
        study=study,
        wish=wish,
        who=job.who,
        now=timezone.now(),
        answers=_watched(answers_to_regrade(study, purpose=wish.purpose), run),
        keep=keep,
    )
    return _told(regrading)


def _told(regrading: Regrading) -> dict[str, Any]:
    return {"regrading": regrading.pk}


def _watched(answers: QuerySet[Response], run: JobRun) -> Iterator[Response]:
    """The answers; now and then it is told how many went by."""
    for number, answer in enumerate(read_in_pages(answers), start=1):
        yield answer
        if number % BATCH == 0:
            run.report(min(number, run.job.n_total))
    run.report(run.job.n_total)
