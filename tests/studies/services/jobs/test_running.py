"""A job is done once, by whom it belongs to, and goes on where it was."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult, DBTaskResultQuerySet

from studies.errors import StudyNotOpenError
from studies.models import AuditEntry, Job, Response, Study
from studies.services.jobs import progress, simulated_people, worker
from studies.services.jobs.requeueing import (
    MOST_ATTEMPTS,
    delete_old_tasks,
    requeue_lost,
)
from studies.services.jobs.running import run_job
from studies.services.jobs.starting import cancel_job, is_nobody_there, start_simulation
from studies.services.jobs.worker import Worker
from studies.services.session.sweeping import Swept, sweep
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def _nobody_stops(monkeypatch):
    # A test's transaction ends with its connection.
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    yield
    progress.STOPPING.clear()


@pytest.fixture
def job(study):
    return send(study)


def send(study, *, n_people=4, drop_out=0.0):
    return start_simulation(
        study=study, n_people=n_people, drop_out=drop_out, who="ada", now=timezone.now()
    )


def work():
    Worker(interval=0, until_empty=True).run()


def stop_after(monkeypatch, n_people, action):
    """Let something happen when so many people are through."""
    original = progress.JobRun.report

    def report(run, n_done):
        if n_done == n_people:
            action()
        original(run, n_done)

    monkeypatch.setattr(progress.JobRun, "report", report)


def test_everybody_takes_part_and_every_arm_is_summed_up(study, job):
    work()

    job.refresh_from_db()
    assert (job.state, job.n_done, job.message) == ("done", 4, "")
    assert job.result["n_completed"] == job.result["n_people"] == 4
    assert [(arm["arm"], arm["n_sessions"]) for arm in job.result["arms"]] == [
        ("GR", 2),
        ("RD", 2),
    ]
    assert {session.purpose for session in study.sessions.all()} == {"simulated"}
    assert AuditEntry.objects.get().detail == {"n_people": 4, "drop_out": 0.0}


def test_who_drops_out_is_counted_and_no_fault(study):
    job = send(study, drop_out=1.0)

    work()

    job.refresh_from_db()
    assert job.state == "done"
    assert job.result == {"n_people": 4, "n_completed": 0, "arms": []}


def test_a_second_click_finds_the_first_job(study, job):
    assert send(study) == job
    assert Job.objects.count() == DBTaskResult.objects.count() == 1


def test_a_study_that_knew_nothing_of_simulated_people_takes_them(db):
    study = make_study(accepts_simulated=False, state="pilot")

    job = send(study, n_people=1)
    work()

    job.refresh_from_db()
    assert job.state == "done"


@pytest.mark.parametrize(
    ("state", "words"), [("draft", "Open the pilot first"), ("closed", "is closed")]
)
def test_a_study_that_is_not_open_is_refused_in_words(state, words):
    study = make_study(state="draft" if state == "draft" else "live")
    Study.objects.filter(pk=study.pk).update(state=state)

    with pytest.raises(StudyNotOpenError, match=words):
        send(study)

    assert not Job.objects.exists()


def test_people_are_sent_whatever_other_study_asks_about_the_deck(study):
    make_study(slug="other", deck_version=study.deck_version)

    job = send(study, n_people=1)
    work()

    job.refresh_from_db()
    assert (job.state, job.result["n_completed"]) == ("done", 1)


def test_nobody_simulated_goes_on_in_a_demo_whose_deck_comes_into_use(monkeypatch):
    demo = make_study(is_demo=True)
    job = send(demo)
    deck = demo.deck_version
    stop_after(monkeypatch, 2, lambda: make_study(slug="b", deck_version=deck))

    work()

    job.refresh_from_db()
    assert (job.state, job.n_done) == ("failed", 2)
    assert "demo is shut" in job.message
    with pytest.raises(StudyNotOpenError, match="demo is shut"):
        send(demo)


def test_a_cancelled_job_ends_at_the_next_person(study, job, monkeypatch):
    stop_after(monkeypatch, 2, lambda: cancel(study, job))

    work()

    job.refresh_from_db()
    assert (job.state, job.n_done) == ("cancelled", 1)
    assert AuditEntry.objects.last().detail == {"cancelled_after": 1, "n_people": 4}


def test_a_job_that_waits_is_cancelled_before_it_begins(study, job):
    cancel(study, job)
    work()

    assert cancel(study, job).state == "cancelled"
    assert not study.sessions.exists()
    assert AuditEntry.objects.count() == 2


def cancel(study, job):
    return cancel_job(study=study, job_id=job.pk, who="ada", now=NOON)


def test_a_worker_that_shall_end_puts_the_job_back(study, job, monkeypatch):
    stop_after(monkeypatch, 2, progress.STOPPING.set)
    DBTaskResult.objects.all().delete()

    run_job.call(job.pk)

    job.refresh_from_db()
    assert (job.state, job.n_done, job.run) == ("queued", 2, None)
    progress.STOPPING.clear()
    work()
    job.refresh_from_db()
    assert (job.state, job.n_done) == ("done", 4)
    assert study.sessions.count() == 4


@contextmanager
def failing(monkeypatch, error, *, after):
    """Somebody's answer fails after so many."""
    answer_card, n_left = simulated_people.ServiceTransport.answer, [after]

    def answer(transport, body):
        n_left[0] -= 1
        if n_left[0] < 0:
            raise error
        return answer_card(transport, body)

    with monkeypatch.context() as patch:
        patch.setattr(simulated_people.ServiceTransport, "answer", answer)
        yield


def crash(job, monkeypatch, *, after):
    """Work on a job until the worker dies in the middle of a participation."""
    with (
        failing(monkeypatch, KeyboardInterrupt, after=after),
        pytest.raises(KeyboardInterrupt),
    ):
        run_job.call(job.pk)


def test_a_lost_job_is_finished_by_somebody_else_without_doubles(
    study, job, monkeypatch
):
    crash(job, monkeypatch, after=17)
    assert requeue_lost(now=timezone.now()) == 0
    assert sweep(now=timezone.now()) == Swept(0, 0)

    assert requeue_lost(now=timezone.now() + LATER) == 1
    work()

    job.refresh_from_db()
    assert (job.state, job.n_done) == ("done", 4)
    assert study.sessions.filter(phase="completed").count() == 4
    assert Response.objects.count() == 4 * 12
    assert not Response.objects.filter(outcome="missed").exists()


def test_a_job_outlives_a_database_that_was_locked(study, job, monkeypatch):
    with failing(monkeypatch, OperationalError("database is locked"), after=17):
        work()

    requeue_lost(now=timezone.now() + LATER)
    work()

    job.refresh_from_db()
    assert (job.state, study.sessions.count()) == ("done", 4)


def test_a_worker_outlives_a_database_that_is_away(job, monkeypatch):
    failures, waits = [OperationalError("gone"), InterfaceError("closed")], []

    def look(tasks):
        if failures:
            raise failures.pop()
        return original(tasks)

    original = DBTaskResultQuerySet.get_locked
    monkeypatch.setattr(DBTaskResultQuerySet, "get_locked", look)
    monkeypatch.setattr(worker.connections, "close_all", lambda: None)
    monkeypatch.setattr("time.sleep", waits.append)
    work()

    job.refresh_from_db()
    assert job.state == "done"
    assert len(waits) == 2


def test_who_lost_the_job_has_nothing_more_to_say(study, job, monkeypatch):
    stop_after(*(monkeypatch, 2), lambda: requeue_lost(now=timezone.now() + LATER))

    run_job.call(job.pk)

    job.refresh_from_db()
    assert (job.state, job.n_done) == ("queued", 1)


def test_a_task_that_was_claimed_and_never_begun_is_queued_again(job):
    DBTaskResult.objects.get().claim("a worker that died")

    assert requeue_lost(now=timezone.now() + LATER) == 1

    assert sorted(DBTaskResult.objects.values_list("status", flat=True)) == [
        "FAILED",
        "READY",
    ]


def test_a_job_that_never_comes_further_is_given_up(job, monkeypatch):
    for _ in range(MOST_ATTEMPTS):
        crash(job, monkeypatch, after=3)
        requeue_lost(now=timezone.now() + LATER)

    job.refresh_from_db()
    assert (job.state, job.n_done) == ("failed", 0)
    assert "came no further" in job.message


def test_what_the_queue_has_done_is_forgotten(job):
    work()

    delete_old_tasks(now=timezone.now())
    assert DBTaskResult.objects.count() == 1
    delete_old_tasks(now=timezone.now() + timedelta(days=8))
    assert DBTaskResult.objects.count() == 0


def test_a_job_that_nobody_begins_is_noticed(job):
    assert not is_nobody_there(job, now=timezone.now())
    assert is_nobody_there(job, now=timezone.now() + LATER)
