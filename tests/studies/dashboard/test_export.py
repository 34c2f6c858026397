"""The page for exports, and the files that it hands out."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from studies.models import AuditEntry, Job
from studies.models.team import Action, Role
from studies.services.export.scripts.verify import verify
from studies.services.jobs.exports import delete_old_exports
from studies.services.jobs.running import run_job
from studies.services.people.decisions import (
    decide_exclusion,
    erase_participant,
)
from tests.studies.factories import Person, make_study

# A worker reads a snapshot, which sees only what was committed.
pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/dashboard/studies/study/export/"
PART = {"HX-Request": "true"}


@pytest.fixture
def study(db):
    return make_study(n_places=4)


def text_of(response):
    return response.content.decode()


def ask(client, **options):
    response = client.post(PAGE, {"purpose": "real", **options})
    assert response.status_code == 302, text_of(response)
    return Job.objects.latest("pk")


def make(client, **options):
    job = ask(client, **options)
    run_job.call(job.pk)
    job.refresh_from_db()
    assert job.state == "done", job.message
    return job


def take(client, address):
    return b"".join(client.get(address).streaming_content)


def test_an_export_is_asked_for_written_and_downloaded(sign_in, study, tmp_path):
    Person(study, name="A1").finish()
    ada = sign_in(Role.ANALYST)
    assert "Nothing was exported yet" in text_of(ada.get(PAGE))

    job = ask(ada)
    assert "Waiting to begin" in text_of(ada.get(PAGE))
    part = f"{PAGE}{job.pk}/progress/"
    assert 'hx-trigger="every 2s"' in text_of(ada.get(part, headers=PART))
    run_job.call(job.pk)

    assert ada.get(part, headers=PART)["HX-Refresh"] == "true"
    assert "responses.csv" in text_of(ada.get(PAGE))
    path = tmp_path / "export.zip"
    path.write_bytes(take(ada, f"{PAGE}{job.pk}/download/"))
    assert verify(str(path))[0] == []


def test_those_who_are_there_are_offered_first(sign_in, study):
    Person(study, name="A1")
    study.sessions.update(purpose="simulated")

    page = text_of(sign_in(Role.ANALYST).get(PAGE))

    assert '<option value="simulated" selected>' in page


def test_a_single_table_is_that_of_the_zip(sign_in, study):
    Person(study, name="A1").finish()
    ada = sign_in(Role.ANALYST)
    job = make(ada)

    table = take(ada, f"{PAGE}{job.pk}/tables/responses/")

    whole = io.BytesIO(take(ada, f"{PAGE}{job.pk}/download/"))
    name = "data/description-responses_data.csv"
    assert zipfile.ZipFile(whole).read(name) == table
    assert ada.get(f"{PAGE}{job.pk}/tables/nonsense/").status_code == 404
    assert ada.get(f"{PAGE}{job.pk}/tables/identities/").status_code == 404


def test_every_download_is_in_the_log(sign_in, study):
    ada = sign_in(Role.ANALYST)
    job = make(ada)
    take(ada, f"{PAGE}{job.pk}/download/")
    take(ada, f"{PAGE}{job.pk}/tables/sessions/")

    entries = AuditEntry.objects.filter(action=Action.EXPORTED).order_by("pk")
    downloads = [entry.detail.get("downloaded") for entry in entries]
    assert downloads == [None, "everything", "the table sessions"]


def test_only_those_who_may_see_identities_get_private_files(sign_in, study, client):
    owner = sign_in(Role.OWNER)
    job = make(owner, with_private="on")
    assert "identities.csv" in text_of(owner.get(PAGE))

    analyst = sign_in(Role.ANALYST, "bob")

    assert analyst.get(f"{PAGE}{job.pk}/download/").status_code == 403
    assert analyst.get(f"{PAGE}{job.pk}/tables/identities/").status_code == 403
    page = text_of(analyst.get(PAGE))
    assert "Nothing was exported yet" in page
    assert "recruiters’ ids" not in page
    assert not make(analyst, with_private="on").options["with_private"]


def test_a_second_click_finds_the_export_of_the_first(sign_in):
    ada = sign_in(Role.OWNER)
    first = ask(ada)

    assert ask(ada) == first
    assert ada.post(PAGE, {"purpose": "pilot"}).status_code == 400
    ada.post(f"{PAGE}{first.pk}/cancel/")
    assert "Cancelled" in text_of(ada.get(PAGE))


def test_files_go_after_a_week_and_after_an_erasure(sign_in, study):
    person = Person(study, name="A1")
    ada = sign_in(Role.OWNER)
    job = make(ada)
    path = settings.EXPORT_FOLDER / f"{job.pk}.zip"
    delete_old_exports(now=timezone.now() + timedelta(days=6))
    assert path.exists()

    erase_participant(session=person.session, who="ada", now=timezone.now())

    assert ada.get(f"{PAGE}{job.pk}/download/").status_code == 404
    assert "was deleted" in text_of(ada.get(PAGE))
    assert delete_old_exports(now=timezone.now()) >= 1
    assert not path.exists()


def test_whoever_excludes_after_an_export_has_seen_outcomes(sign_in, study):
    session = Person(study, name="A1").session
    ask(sign_in(Role.OWNER))

    decision = decide_exclusion(
        session=session, is_excluded=True, reason="x", who="ada", now=timezone.now()
    )

    assert decision.after_unlocking
