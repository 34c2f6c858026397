"""A pilot with simulated participants, one after the other."""

import math
from dataclasses import asdict
from typing import Any

from django.db.models import Q
from django.utils import timezone

from studies.models import Job, Study
from studies.models.response import Outcome
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.recruitment.simulated import Simulated
from studies.services.analysis.gains import ArmGain, measure_gains
from studies.services.jobs.obstacles import require_open
from studies.services.jobs.progress import JobRun
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import (
    SimulatedParticipant,
    find_interrupted,
)
from studies.services.simulation.transports import ServiceTransport


def send_people(job: Job, run: JobRun) -> dict[str, Any]:
    """Let the job's people take part who have not yet, and sum up what all gained."""
    for index in range(job.n_done, job.n_total):
        _send_one(job, index)
        run.report(index + 1)
    return _sum_up(job)


def _send_one(job: Job, index: int) -> None:
    """One whole participation, or the rest of one that was interrupted.

    Their clock begins now and runs ahead: what is behind, the sweep would end.
    """
    study = Study.objects.select_related("deck_version").get(pk=job.study_id)
    require_open(study)
    person = f"{_prefix(job)}{index}"
    learner = create_learner(seed=job.pk, index=index, drop_out=job.options["drop_out"])
    begun = find_interrupted(study, person)
    now = timezone.now()
    clock = now if begun is None else max(now, begun.last_seen_at)
    participant = SimulatedParticipant(
        study, learner, ServiceTransport(clock), person=person
    )
    if begun is not None:
        closed = begun.responses.filter(closed_at__isnull=False)
        answered = closed.exclude(outcome=Outcome.MISSED)
        participant.take_up(answered.select_related("shown__concept"))
    participant.take_part()


def _prefix(job: Job) -> str:
    return f"job-{job.pk}-"


def _sum_up(job: Job) -> dict[str, Any]:
    own = Q(
        participant__identity__recruiter=Simulated.name,
        participant__identity__external_id__startswith=_prefix(job),
    )
    sessions = job.study.sessions.filter(own)
    gains = measure_gains(job.study, purpose=Purpose.SIMULATED, among=own)
    return {
        "n_people": sessions.count(),
        "n_completed": sessions.filter(phase=Phase.COMPLETED).count(),
        "arms": [_as_json(gain) for gain in gains],
    }


def _as_json(gain: ArmGain) -> dict[str, Any]:
    """Of a single person there is no error, and databases take no NaN."""
    error = gain.standard_error
    return {**asdict(gain), "standard_error": None if math.isnan(error) else error}
