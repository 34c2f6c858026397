"""A worker in a process of its own, which is killed or asked to end."""

import os
import signal
import time
from contextlib import contextmanager

import pytest
from django.db import connection
from django.utils import timezone

from studies.models import Job, Response
from studies.models.study import Purpose
from studies.services.jobs import progress, running, simulated_people
from studies.services.jobs.analyses import start_analysis
from studies.services.jobs.starting import start_simulation
from tests.starting import SITE, Starter
from tests.studies.factories import make_study

N_PEOPLE = 8
WORK = ["manage.py", "work", "--look", "0.1", "--every", "0.3", "--patience", "4"]


@pytest.fixture(scope="module")
def worker(django_db_setup, tmp_path_factory):
    """Starts processes that work on the very database of the test."""
    name = connection.settings_dict["NAME"]
    kind = "postgres:///" if connection.vendor == "postgresql" else "sqlite:///"
    local = {"FORGETMENOT_ENV": "local", "DATABASE_URL": f"{kind}{name}"}
    environment, log = {**os.environ, **local}, tmp_path_factory.mktemp("work") / "log"

    @contextmanager
    def work():
        process = starter.start(WORK, environment, log, log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    with Starter(environment, SITE) as starter:
        yield work


def wait_until(job, is_so):
    for _ in range(1200):
        job.refresh_from_db()
        if is_so(job):
            return
        time.sleep(0.05)
    raise AssertionError(f"{job.state}, {job.n_done} of {job.n_total}")


@pytest.mark.django_db(transaction=True)
def test_the_same_people_are_finished_whatever_becomes_of_the_worker(worker):
    study = make_study()
    job = start_simulation(
        study=study, n_people=N_PEOPLE, drop_out=0.0, who="ada", now=timezone.now()
    )

    with worker() as killed:
        wait_until(job, lambda job: job.n_done >= 2)
        killed.send_signal(signal.SIGKILL)
    job.refresh_from_db()
    assert (job.state, job.n_done < N_PEOPLE) == ("running", True)
    n_done = job.n_done

    with worker() as ended:
        wait_until(job, lambda job: job.n_done >= n_done + 2)
        ended.send_signal(signal.SIGTERM)
        assert ended.wait(timeout=120) == 0
    job.refresh_from_db()
    assert job.state == "queued"

    with worker():
        wait_until(job, lambda job: job.state == "done")
    completed = study.sessions.filter(phase="completed", purpose="simulated")
    assert job.result["n_completed"] == completed.count() == N_PEOPLE
    assert study.sessions.count() == N_PEOPLE
    assert Response.objects.exclude(outcome="missed").count() == N_PEOPLE * 12
    assert Job.objects.count() == 1


@pytest.mark.sqlite_is_enough
@pytest.mark.django_db(transaction=True)
def test_what_is_short_is_done_while_many_simulated_people_take_part(worker):
    long = start_simulation(
        study=make_study(), n_people=1000, drop_out=0.0, who="ada", now=timezone.now()
    )

    with worker() as working:
        wait_until(long, lambda job: job.n_done >= 1)
        short = start_analysis(
            study=long.study, purpose=Purpose.SIMULATED, who="ada", now=timezone.now()
        )
        wait_until(short, lambda job: job.state == "done")
        long.refresh_from_db()
        state, n_done = long.state, long.n_done
        assert state == "running"
        wait_until(long, lambda job: job.n_done > n_done)
        working.send_signal(signal.SIGTERM)
        assert working.wait(timeout=120) == 0
    long.refresh_from_db()
    assert long.state == "queued"


@pytest.mark.django_db(transaction=True)
def test_whoever_works_gives_signs_of_life(monkeypatch):
    monkeypatch.setattr(progress, "BEAT_SECONDS", 0.01)
    job = start_simulation(
        study=make_study(), n_people=1, drop_out=0.0, who="ada", now=timezone.now()
    )
    beaten_at = []

    def wait_for_a_beat(job, run):
        before = Job.objects.get(pk=job.pk).heartbeat_at
        wait_until(job, lambda job: job.heartbeat_at > before)
        beaten_at.append(job.heartbeat_at)
        return {}

    monkeypatch.setattr(simulated_people, "send_people", wait_for_a_beat)
    running.run_job.call(job.pk)

    assert len(beaten_at) == 1
