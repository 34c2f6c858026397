"""Who sees how the site is."""

import pytest

from studies.models.team import Role

pytestmark = pytest.mark.django_db


def test_whoever_is_signed_in_reads_whether_the_site_works(sign_in):
    page = sign_in(Role.OWNER).get("/dashboard/status/").content.decode()

    assert "Participants are being served" in page
    assert "The worker has never been seen." in page
    assert "For administrators" not in page


def test_administrators_see_details(admin_client):
    page = admin_client.get("/dashboard/status/").content.decode()

    assert "For administrators" in page
    assert "Work that waits" in page


def test_strangers_sign_in_first(client):
    assert client.get("/dashboard/status/").status_code == 302
