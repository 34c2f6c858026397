"""The worker computes what the teachers of a design can reach."""

import pytest
from django.utils import timezone

from studies.models import Job
from studies.models.job import JobKind, JobState
from studies.services.jobs.certificates import look_up_certificate
from studies.services.jobs.running import run_job
from studies.services.planning import certificates
from tests.studies.factories import make_study

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql_is_enough]


@pytest.fixture
def study(monkeypatch):
    monkeypatch.setattr(certificates, "TRIALS", 4)
    return make_study(state="draft", teachers=("GR", "PR"))


def ask(study):
    return look_up_certificate(study=study, who="ada", now=timezone.now())


def test_what_is_not_known_is_computed_by_the_worker(study):
    asked = ask(study)
    run_job.call(asked.job.pk)

    known = ask(study)

    assert asked.measures is None
    assert known.job is None
    assert [reached.arm for reached in known.measures[0].arms] == ["GR", "PR"]
    job = Job.objects.get()
    assert (job.state, job.n_done) == (JobState.DONE, job.n_total)


def test_with_it_comes_the_plan_of_a_teacher_that_plans_ahead(study):
    run_job.call(ask(study).job.pk)

    assert len(study.arms.get(teacher="PR").prices["by_step"]) == study.horizon


def test_asking_twice_is_asking_once(study):
    assert ask(study).job == ask(study).job
    assert Job.objects.filter(kind=JobKind.CERTIFICATE).count() == 1


def test_a_design_that_was_changed_meanwhile_is_not_computed(study):
    job = ask(study).job
    study.horizon += 1
    study.save()

    run_job.call(job.pk)

    assert not study.certificates.exists()
    assert ask(study).job.pk != job.pk


def test_what_could_not_be_computed_says_why_and_is_not_tried_again(study, monkeypatch):
    monkeypatch.setattr(certificates, "MOST_CHOICES", 10)
    certificates._bound.cache_clear()
    run_job.call(ask(study).job.pk)

    again = ask(study)

    assert "too long" in again.failure
    assert again.job is None
    study.horizon += 1
    study.save()
    assert ask(study).job is not None


def test_a_design_that_cannot_be_played_says_why():
    study = make_study(state="draft")
    study.arms.all().delete()

    state = ask(study)

    assert state.obstacle == "There is no arm yet."
    assert not Job.objects.exists()
