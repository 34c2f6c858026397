"""A second set of verdicts is made once, however often it is begun."""

import pytest
from django.utils import timezone
from django_tasks_db.management.commands import db_worker

from studies.errors import InvalidError
from studies.models import Job, Regrading
from studies.services.analysis.regrading import Wish
from studies.services.jobs import progress, regradings
from studies.services.jobs.regradings import start_regrading
from studies.services.jobs.running import run_job
from studies.services.jobs.worker import Worker
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_stops(monkeypatch):
    # A test's transaction ends with its connection.
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    yield
    progress.STOPPING.clear()


@pytest.fixture
def study():
    study = make_study()
    Person(study).go_to("learning", 2)
    return study


def start(study, **changes):
    wish = Wish(**{"level": "strict", "article_rule": "ignore", **changes})
    return start_regrading(study=study, wish=wish, who="ada", now=timezone.now())


def work():
    Worker(interval=0, until_empty=True).run()


def test_a_worker_makes_the_regrading_that_was_asked_for(study):
    concept = study.deck_version.concepts.first()
    job = start(study, accepted=[(concept.pk, "xx")], note="a slip")

    work()

    job.refresh_from_db()
    made = Regrading.objects.get()
    assert (job.state, job.n_done, job.n_total) == ("done", 4, 4)
    assert job.result == {"regrading": made.pk}
    assert (made.who, made.note, made.accepted) == (
        "ada",
        "a slip",
        [[concept.pk, "xx"]],
    )


def test_a_job_begun_again_after_its_regrading_makes_no_second(study):
    job = start(study)
    work()
    Job.objects.filter(pk=job.pk).update(state="queued")

    run_job.call(job.pk)

    job.refresh_from_db()
    assert job.state == "done"
    assert Regrading.objects.count() == 1


def test_a_job_that_is_taken_away_leaves_nothing(study, monkeypatch):
    job = start(study)

    def cancel(run, n_done):
        Job.objects.filter(pk=job.pk).update(state="cancelled")

    monkeypatch.setattr(progress.JobRun, "report", cancel)
    work()

    assert not Regrading.objects.exists()


def test_a_second_click_finds_the_first_job_and_another_wish_waits(study):
    job = start(study)

    assert start(study) == job
    with pytest.raises(InvalidError, match="Wait"):
        start(study, level="lenient")


def test_a_worker_that_shall_stop_begins_again_later(study, monkeypatch):
    monkeypatch.setattr(regradings, "BATCH", 2)
    job = start(study)
    progress.STOPPING.set()
    run_job.call(job.pk)
    job.refresh_from_db()
    assert (job.state, Regrading.objects.count()) == ("queued", 0)
    progress.STOPPING.clear()

    work()

    assert Regrading.objects.get().verdicts.count() == 4


def test_without_answers_there_is_nothing_to_grade():
    with pytest.raises(InvalidError, match="no answers"):
        start(make_study())
