"""The page from which simulated people are sent."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studies.models import Job, Membership, Study
from studies.models.team import Role
from studies.services.jobs.running import run_job
from studies.services.jobs.starting import start_simulation
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/simulate/"
PART = {"HX-Request": "true"}


@pytest.fixture
def ada(client, study, django_user_model):
    """A client with an editor of the study signed in."""
    user = django_user_model.objects.create_user("ada")
    Membership.objects.create(study=study, user=user, role=Role.EDITOR)
    client.force_login(user)
    return client


def send(study, n_people=2):
    return start_simulation(
        study=study, n_people=n_people, drop_out=0.0, who="ada", now=timezone.now()
    )


def text_of(response):
    return response.content.decode()


def test_a_draft_is_led_to_where_its_pilot_is_opened(admin_client):
    make_study(state="draft")

    page = admin_client.get(PAGE).content.decode()

    assert "Open the pilot first" in page
    assert '<a class="button" href="/dashboard/studies/study/launch/">' in page


def test_people_are_sent_by_the_form(ada):
    assert "Nobody was sent yet" in text_of(ada.get(PAGE))

    response = ada.post(PAGE, {"n_people": "80", "drop_out": "0.25"})

    job = Job.objects.get()
    assert response["Location"] == PAGE
    assert (job.n_total, job.options, job.who) == (80, {"drop_out": 0.25}, "ada")
    page = text_of(ada.get(PAGE))
    assert "Waiting to begin: 0 of 80" in page
    assert f'hx-get="/dashboard/studies/study/jobs/{job.pk}/"' in page
    assert "Reload to see how far it is" in page
    assert "Send them" not in page


@pytest.mark.parametrize(
    "sent", [{}, {"n_people": "0", "drop_out": "0"}, {"n_people": "8", "drop_out": "x"}]
)
def test_what_was_not_offered_is_refused_and_kept(ada, sent):
    response = ada.post(PAGE, sent)

    assert response.status_code == 400
    assert "Something is not right yet" in text_of(response)
    assert not Job.objects.exists()


def test_the_part_tells_how_far_it_is_and_stops_asking_when_it_is_over(ada, study):
    job = send(study)
    Job.objects.update(state="running", n_done=1)
    address = f"/dashboard/studies/study/jobs/{job.pk}/"

    part = text_of(ada.get(address, headers=PART))
    Job.objects.update(state="queued", n_done=0)
    run_job.call(job.pk)

    assert "1 of 2 have taken part" in part
    assert '<progress class="meter" max="2" value="1"' in part
    assert ada.get(address, headers=PART)["HX-Refresh"] == "true"
    assert ada.get(address)["Location"] == PAGE
    page = text_of(ada.get(PAGE))
    assert "All 2 have taken part" in page
    assert "2 of 2 came to the end" in page
    assert "every 2s" not in page
    assert "Send them" in page


def test_a_job_is_cancelled_from_the_page(ada, study):
    job = send(study)

    response = ada.post(f"/dashboard/studies/study/jobs/{job.pk}/cancel/")

    assert response["Location"] == PAGE
    assert "Cancelled after 0 of 2" in text_of(ada.get(PAGE))


def test_a_deck_that_others_use_is_in_nobodys_way(ada, study):
    make_study(slug="other", deck_version=study.deck_version)

    page = text_of(ada.get(PAGE))
    ada.post(PAGE, {"n_people": "1", "drop_out": "0.1"})

    assert "Send them" in page
    assert Job.objects.exists()


def test_why_nobody_can_be_sent_is_said(ada, study):
    Study.objects.filter(pk=study.pk).update(is_demo=True)
    make_study(slug="other", deck_version=study.deck_version)

    page = text_of(ada.get(PAGE))
    refused = ada.post(PAGE, {"n_people": "80", "drop_out": "0.1"})

    assert "This demo is shut while a study uses its deck." in page
    assert "Send them" not in page
    assert refused.status_code == 400
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("state", "said", "led"),
    [
        ("draft", "Open the pilot first", "launch"),
        ("paused", "The study is paused", "monitor"),
        ("closed", "The study is closed", ""),
    ],
)
def test_each_state_has_its_own_words_and_way(ada, study, state, said, led):
    study.state = state
    study.save()

    (note,) = text_of(ada.get(PAGE)).split('<p class="note">')[1:]

    assert note.startswith(said) or said in note.split("</p>")[0]
    way = f'<a class="button" href="/dashboard/studies/study/{led}/"'
    assert (way in note) == bool(led)


@pytest.mark.parametrize("role", [Role.ANALYST, Role.VIEWER, Role.PAYER])
def test_only_who_runs_the_study_sends_people(ada, study, role):
    job = send(study)
    Membership.objects.update(role=role)
    part = f"/dashboard/studies/study/jobs/{job.pk}/"

    assert ada.get(PAGE).status_code == 403
    assert ada.post(PAGE).status_code == 403
    assert ada.get(part).status_code == 403
    assert ada.post(f"{part}cancel/").status_code == 403


def test_jobs_of_other_studies_do_not_exist(ada, study):
    other = make_study(slug="other", deck_version=study.deck_version, state="draft")
    job = Job.objects.create(
        study=other, kind="simulation", n_total=1, asked_at=timezone.now()
    )

    assert ada.get(f"/dashboard/studies/study/jobs/{job.pk}/").status_code == 404
    assert ada.get("/dashboard/studies/other/simulate/").status_code == 404


def test_more_people_cost_the_page_no_more_queries(ada, study):
    costs = []
    for n_people in (1, 3):
        run_job.call(send(study, n_people).pk)
        with CaptureQueriesContext(connection) as queries:
            ada.get(PAGE)
        costs.append(len(queries))

    assert costs[0] == costs[1]
