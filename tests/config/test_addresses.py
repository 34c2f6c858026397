"""Settings that would be accepted and then not work are refused in a sentence."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.addresses import check_origins
from config.env import check_production, check_site_url
from config.variables import read_folder, read_list, read_port, read_secret

KEY = "g7Qx2-vN8kLw4TzR0bYp6HsJ9mCd3FaUe5iXo1KtWqZrPnVyBh"
GOOD = {
    "secret_key": KEY,
    "debug": False,
    "allowed_hosts": ["study.example.org"],
    "admin_password": "",
}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"allowed_hosts": ["https://study.example.org"]}, "ALLOWED_HOSTS"),
        ({"allowed_hosts": ["study.example.org:443"]}, "ALLOWED_HOSTS"),
        ({"allowed_hosts": ["study.example.org/"]}, "ALLOWED_HOSTS"),
        ({"older_keys": [KEY, "short"]}, "SECRET_KEY_FALLBACKS.* got 5 characters"),
        ({"metrics_token": "a"}, "METRICS_TOKEN.* got 1 character, 1 different one"),
    ],
)
def test_what_does_not_work_in_production_is_refused(change, told):
    with pytest.raises(ImproperlyConfigured, match=told):
        check_production(**{**GOOD, **change})


def test_what_works_in_production_is_taken():
    hosts = ["study.example.org", "127.0.0.1", "[::1]"]
    token = "of-the-watch-0123"
    check_production(
        **{**GOOD, "allowed_hosts": hosts, "older_keys": [KEY], "metrics_token": token}
    )


@pytest.mark.parametrize("address", ["https://", "https:///path", "https://a:port"])
def test_a_site_without_a_name_is_refused(address):
    with pytest.raises(ImproperlyConfigured, match="name the site"):
        check_site_url(address)


def test_origins_need_their_scheme():
    assert check_origins(["https://*.example.org"]) == ["https://*.example.org"]
    with pytest.raises(ImproperlyConfigured, match="https://"):
        check_origins(["https://example.org", "study.example.org"])


def test_a_port_is_one_that_there_is():
    assert read_port({"EMAIL_PORT": "65535"}, "EMAIL_PORT", 587) == 65_535
    with pytest.raises(ImproperlyConfigured, match="1 to 65535, got '70000'"):
        read_port({"EMAIL_PORT": "70000"}, "EMAIL_PORT", 587)


def test_a_folder_begins_at_the_root():
    assert read_folder({}, "BACKUP_FOLDER", Path("/b")) == Path("/b")
    with pytest.raises(ImproperlyConfigured, match="must begin with /"):
        read_folder({"BACKUP_FOLDER": "relative/path"}, "BACKUP_FOLDER", Path("/b"))


def test_older_keys_stand_between_commas():
    given = {"SECRET_KEY_FALLBACKS": "one, two\n"}

    assert read_list(read_secret(given, "SECRET_KEY_FALLBACKS")) == ["one", "two"]
