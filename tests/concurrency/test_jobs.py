"""Workers and researchers that reach for one job at the same moment."""

from datetime import timedelta

from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from studies.models import Job
from studies.services.jobs.requeueing import requeue_lost
from studies.services.jobs.running import run_job
from studies.services.jobs.starting import start_simulation
from tests.concurrency.test_races import at_once
from tests.studies.factories import make_study


def send(study, n_people=2):
    return start_simulation(
        study=study, n_people=n_people, drop_out=0.0, who="ada", now=timezone.now()
    )


def test_many_clicks_send_people_once():
    study = make_study()

    jobs = at_once([lambda: send(study)] * 10)

    assert {job.pk for job in jobs} == {Job.objects.get().pk}
    assert DBTaskResult.objects.count() == 1


def test_of_many_workers_one_does_the_job():
    study = make_study()
    job = send(study)

    at_once([lambda: run_job.call(job.pk)] * 6)

    job.refresh_from_db()
    assert (job.state, job.n_done) == ("done", 2)
    assert study.sessions.count() == 2


def test_a_lost_job_is_queued_again_once():
    job = send(make_study())
    Job.objects.update(state="running", heartbeat_at=timezone.now())
    later = timezone.now() + timedelta(hours=1)

    queued = at_once([lambda: requeue_lost(now=later)] * 6)

    assert sorted(queued) == [0, 0, 0, 0, 0, 1]
    job.refresh_from_db()
    assert job.state == "queued"
