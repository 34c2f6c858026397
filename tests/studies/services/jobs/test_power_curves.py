"""The worker computes power, and the latest wish of somebody who waits first."""

import pytest
from django.utils import timezone

from studies.models import Job
from studies.models.job import JobKind, JobState
from studies.services.jobs.power_curves import look_up_power
from studies.services.jobs.running import run_job
from studies.services.planning.meanings import USUAL, Assumptions
from tests.studies.factories import make_study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_bank")]
OTHER = Assumptions(known=0.3)


def ask(study, assumptions=USUAL, **options):
    return look_up_power(
        study=study, assumptions=assumptions, who="ada", now=timezone.now(), **options
    )


def test_what_is_not_known_is_computed_by_the_worker(study):
    asked = ask(study)
    run_job.call(asked.job.pk)

    known = ask(study)

    assert asked.estimate is None
    assert known.job is None
    assert known.estimate.is_whole
    job = Job.objects.get()
    assert (job.state, job.n_done) == (JobState.DONE, job.n_total)


def test_asking_twice_is_asking_once(study):
    assert ask(study).job == ask(study).job
    assert Job.objects.filter(kind=JobKind.POWER).count() == 1


def test_whoever_moves_a_slider_drops_what_they_wanted_before(study):
    first = ask(study).job

    second = ask(study, OTHER, at_once=True).job

    assert not Job.objects.filter(pk=first.pk).exists()
    assert second.options["known"] == 0.3
    assert second.is_under_way


def test_others_wait_their_turn(study):
    first = ask(study).job

    assert ask(study, OTHER).job == first
    run_job.call(first.pk)
    assert ask(study, OTHER).job != first


def test_a_design_that_was_changed_meanwhile_is_not_computed(study):
    job = ask(study).job
    study.horizon += 1
    study.save()

    run_job.call(job.pk)

    assert not study.power_estimates.exists()
    assert ask(study).job.pk != job.pk


def test_a_design_without_arms_to_compare_asks_for_nothing():
    alone = make_study(teachers=("GR",))

    assert ask(alone).job is None
    assert not Job.objects.exists()
