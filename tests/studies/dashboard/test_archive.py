"""The archive, and deleting a draft, as pages."""

import pytest

from studies.models import Study
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db
HOME = "/dashboard/"
STUDY = "/dashboard/studies/study/"


@pytest.fixture
def draft():
    return make_study(state="draft", internal_title="Wave 3")


def read(client, address):
    return client.get(address, follow=True).content.decode()


def test_an_archived_study_leaves_the_list_and_is_found_by_a_filter(
    admin_client, draft
):
    admin_client.post(f"{STUDY}archive/")
    read(admin_client, HOME)  # which tells what was done

    assert "Wave 3" not in read(admin_client, HOME)
    assert "Bring back" in read(admin_client, f"{HOME}?show=archived&q=wave")
    admin_client.post(f"{STUDY}bring-back/")
    assert "Wave 3" in read(admin_client, HOME)


def test_a_live_study_is_not_offered_to_be_archived(admin_client):
    make_study()

    assert "Archive" not in read(admin_client, HOME)
    page = admin_client.post(f"{STUDY}archive/", follow=True).content.decode()
    assert "This study is live: close it first." in page


def test_a_draft_is_deleted_after_a_question(admin_client, draft):
    assert "Nobody took part in this draft" in read(admin_client, f"{STUDY}delete/")

    admin_client.post(f"{STUDY}delete/")

    assert "Wave 3 is deleted." in read(admin_client, HOME)
    assert not Study.objects.exists()


def test_a_launched_study_is_not_deleted(admin_client):
    make_study()

    response = admin_client.post(f"{STUDY}delete/")

    assert response.status_code == 409
    assert "Only drafts are deleted" in response.content.decode()


def test_participants_never_read_the_internal_title(admin_client, client):
    make_study(internal_title="Wave 3")

    assert "Wave 3" in read(admin_client, f"{STUDY}monitor/")
    assert "Wave 3" not in read(client, "/join/study/")
