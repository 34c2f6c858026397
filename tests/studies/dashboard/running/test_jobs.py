"""The address of a job speaks of the kind of job that it is."""

import pytest
from django.utils import timezone

from studies.models import AuditEntry, Job, Membership
from studies.models.job import JobKind, JobState
from studies.models.team import Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_bank")]
PART = {"HX-Request": "true"}
STUDY = "/dashboard/studies/study/"


@pytest.fixture
def ada(client, study, django_user_model):
    user = django_user_model.objects.create_user("ada")
    Membership.objects.create(study=study, user=user, role=Role.EDITOR)
    client.force_login(user)
    return client


@pytest.fixture(params=JobKind.values)
def job(request, study):
    return Job.objects.create(
        study=study,
        kind=request.param,
        state=JobState.RUNNING,
        who="ada",
        n_done=2,
        n_total=5,
        asked_at=timezone.now(),
    )


WORDS = {
    "simulation": ["5 simulated people", "2 of 5 have taken part"],
    "power": ["Power of the design", "2 of 5 parts are worked out"],
    "regrading": ["Grading again", "2 of 5 answers are graded again"],
    "export": ["Export", "2 of 5 parts are written"],
    "analysis": ["Results", "2 of 5 parts are computed"],
    "certificate": ["The best possible", "2 of 5 arms are worked out"],
}
PAGES = {
    "simulation": f"{STUDY}simulate/",
    "power": f"{STUDY}power/",
    "regrading": f"{STUDY}items/",
    "export": f"{STUDY}export/",
    "analysis": f"{STUDY}results/",
    "certificate": f"{STUDY}design/",
}
LOGGED = {"simulation": ["simulated"]}


def test_how_far_it_is_is_said_in_its_own_words(ada, job):
    part = ada.get(f"{STUDY}jobs/{job.pk}/", headers=PART).content.decode()

    said = [kind for kind, words in WORDS.items() if all(w in part for w in words)]
    assert said == [job.kind]


def test_whoever_follows_its_address_comes_to_its_page(ada, job):
    assert ada.get(f"{STUDY}jobs/{job.pk}/")["Location"] == PAGES[job.kind]


def test_the_log_tells_only_of_people_who_are_not_sent_any_more(ada, job):
    response = ada.post(f"{STUDY}jobs/{job.pk}/cancel/")

    job.refresh_from_db()
    logged = list(AuditEntry.objects.values_list("action", flat=True))
    assert (job.state, logged) == (JobState.CANCELLED, LOGGED.get(job.kind, []))
    assert response["Location"] == PAGES[job.kind]
