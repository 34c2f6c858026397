"""The power of a design, computed by the worker: asked for, and done."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from studies.models import Job, Study
from studies.models.job import UNDER_WAY, JobKind, JobState
from studies.services.allocation import lock_study
from studies.services.jobs.progress import JobRun
from studies.services.jobs.running import enqueue
from studies.services.jobs.starting import is_nobody_there
from studies.services.planning.estimates import (
    SPREADS,
    Estimate,
    estimate_steps,
    find_estimate,
    store_estimate,
)
from studies.services.planning.plans import equip_plan, name_plan, plan_of
from studies.statistics.power.bank import Plan
from studies.statistics.power.people import USUAL, Assumptions

N_PIECES = 1 + len(SPREADS)


@dataclass(frozen=True)
class PowerState:
    """What is known of the power of a design, and what is being computed."""

    estimate: Estimate | None
    job: Job | None
    is_nobody_there: bool = False


def look_up_power(
    *,
    study: Study,
    assumptions: Assumptions = USUAL,
    who: str,
    now: datetime,
    at_once: bool = False,
) -> PowerState:
    """What is known; the worker is asked for what is not."""
    plan = plan_of(study)
    if plan is None:
        return PowerState(None, None)
    estimate = find_estimate(study, plan, assumptions)
    if estimate is not None and estimate.is_whole:
        return PowerState(estimate, None)
    job = ask_for_power(
        study=study,
        plan=plan,
        assumptions=assumptions,
        who=who,
        now=now,
        at_once=at_once,
    )
    is_alone = job is not None and is_nobody_there(job, now=now)
    return PowerState(estimate, job, is_alone)


@transaction.atomic
def ask_for_power(
    *,
    study: Study,
    plan: Plan,
    assumptions: Assumptions = USUAL,
    who: str,
    now: datetime,
    at_once: bool = False,
) -> Job | None:
    """Have it computed unless it is known; the job that does it, or what it waits for.

    One curve of a study is computed at a time. ``at_once`` is for somebody who has just
    moved a slider: what was wanted before is dropped. Others wait, and ask again.
    """
    estimate = find_estimate(study, plan, assumptions)
    if estimate is not None and estimate.is_whole:
        return None
    study = lock_study(study)
    name = name_plan(plan, assumptions)
    under_way = study.jobs.filter(kind=JobKind.POWER, state__in=UNDER_WAY).first()
    if under_way is not None:
        if under_way.options["name"] == name or not at_once:
            return under_way
        under_way.state, under_way.ended_at = JobState.CANCELLED, now
        under_way.save(update_fields=["state", "ended_at"])
    return _start(study, name, assumptions, who=who, now=now)


def _start(
    study: Study, name: str, assumptions: Assumptions, *, who: str, now: datetime
) -> Job:
    _forget_old(study)
    job = Job.objects.create(
        study=study,
        kind=JobKind.POWER,
        options={"name": name, **vars(assumptions)},
        n_total=N_PIECES,
        who=who,
        asked_at=now,
    )
    enqueue(job)
    return job


def _forget_old(study: Study) -> None:
    """Whoever plays with sliders asks often; what is over need not be remembered."""
    study.jobs.filter(kind=JobKind.POWER).exclude(state__in=UNDER_WAY).delete()


def compute_power(job: Job, run: JobRun) -> dict[str, Any]:
    """Store the curve, then the rows of its range as they come.

    A design that was changed meanwhile is not computed: nobody would look it up.
    """
    named = {key: value for key, value in job.options.items() if key != "name"}
    assumptions = Assumptions(**named)
    plan = plan_of(job.study)
    if plan is None or name_plan(plan, assumptions) != job.options["name"]:
        return {"is_outdated": True}
    plan = equip_plan(job.study, plan)
    for number, estimate in enumerate(estimate_steps(plan, assumptions), start=1):
        run.report(number)
        _keep(job, estimate)
    return {}


def _keep(job: Job, estimate: Estimate) -> None:
    store_estimate(job.study, job.options["name"], estimate, now=timezone.now())
