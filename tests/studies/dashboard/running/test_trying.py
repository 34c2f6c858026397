"""The page on which researchers try a study."""

import re

import pytest

from studies.models import AuditEntry, TeachingSession
from studies.models.study import StudyState
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return make_study(state=StudyState.DRAFT)


def begin(client, study, **changes):
    form = {"arm": study.arms.first().pk, "pace": "fast", **changes}
    return client.post(f"/dashboard/studies/{study.slug}/try/", form)


def test_a_try_is_shown_in_a_frame_and_logged(admin_client, study):
    page = admin_client.get(begin(admin_client, study)["Location"]).content.decode()

    address = re.search(r'<iframe [^>]*src="(/s/[^"]+)"', page)[1]
    assert admin_client.get(address).status_code == 200
    assert "The teacher begins with the learning part" in page
    assert AuditEntry.objects.get().action == "tried"


def test_the_teacher_s_view_comes_alone(admin_client, study):
    address = begin(admin_client, study)["Location"]

    part = admin_client.get(f"{address}teacher/").content.decode()

    assert "The teacher begins" in part
    assert "<html" not in part


def test_a_colleague_begins_a_try_of_their_own(admin_client, client, study, admin_user):
    address = begin(admin_client, study)["Location"]
    client.force_login(admin_user)

    assert client.get(address)["Location"] == f"/dashboard/studies/{study.slug}/try/"


def test_a_faulty_design_says_what_is_wrong(admin_client):
    study = make_study(state=StudyState.DRAFT, n_concepts=500)

    response = begin(admin_client, study)

    assert response.status_code == 200
    assert "Something is not right yet" in response.content.decode()
    assert not TeachingSession.objects.exists()


def test_an_arm_that_is_not_there_is_refused(admin_client, study):
    assert "Select a valid choice" in begin(admin_client, study, arm=0).content.decode()
