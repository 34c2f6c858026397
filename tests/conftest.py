import os
import re
from pathlib import Path

import pytest
from hypothesis import settings

from tests.databases import copy_migrated
from tests.server import ROOT

# Pages, and rooms that leave all questions to Django: `make test` proves them on the
# stricter database, PostgreSQL, and browsers walk through them on SQLite. Whoever
# locks, races, writes statements by hand or reads a snapshot is tested on both.
ORDINARY = {
    *("admin", "api", "dashboard", "views"),
    *("analysis", "decks", "design", "drafting", "links", "monitoring", "people"),
    *("planning", "recruiting", "rehearsal", "results", "team"),
}

CAP_SYS_ADMIN = 21

# The same examples in every run: a test that fails, fails again.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(config, items):
    """Tell what PostgreSQL proves alone; there leave out what SQLite proves alone."""
    for item in items:
        if _is_ordinary(item):
            item.add_marker("postgresql_is_enough")
    if os.environ["DATABASE_URL"].startswith("postgres"):
        _keep(config, items, _is_for_postgresql)
    if not _may_mount():
        _keep(config, items, lambda item: not item.get_closest_marker("mounts_a_disk"))


def _keep(config, items, is_wanted) -> None:
    config.hook.pytest_deselected(items=[item for item in items if not is_wanted(item)])
    items[:] = filter(is_wanted, items)


def _may_mount() -> bool:
    """Whether this process may do what administrators of the system do."""
    said = re.search(r"CapEff:\s*(\w+)", Path("/proc/self/status").read_text())
    return bool(said) and bool(int(said[1], 16) >> CAP_SYS_ADMIN & 1)


def _is_for_postgresql(item) -> bool:
    return _asks_database(item) and not item.get_closest_marker("sqlite_is_enough")


def _is_ordinary(item) -> bool:
    marks = ("on_both_databases", "sqlite_is_enough")
    special = any(map(item.get_closest_marker, marks))
    rooms = {*item.path.relative_to(ROOT / "tests").parts[1:]}
    return _asks_database(item) and not special and bool(ORDINARY & rooms)


def _asks_database(item) -> bool:
    marks = ("django_db", "on_both_databases")
    rows = {"db", "transactional_db"}
    return any(map(item.get_closest_marker, marks)) or rows & {*item.fixturenames}


@pytest.fixture(autouse=True, scope="session")
def quick_passwords():
    """Hashes that cost nothing: hundreds of tests make an account, few ask for it."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Found migrated, the database of the tests needs no migrating."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """On SQLite a copy; PostgreSQL copies the template of ``tests.postgres``."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if database["ENGINE"] == "config.sqlite":
        copy_migrated(Path(database["TEST"]["NAME"]))
    elif "TEST_TEMPLATE" in os.environ:
        database["TEST"]["TEMPLATE"] = os.environ["TEST_TEMPLATE"]
