import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.databases import copy_migrated
from tests.server import ROOT

# What pages ask a database is asked by services, whose tests run on both; and browsers
# walk through the pages on SQLite. `make test` proves the rest of them on the stricter
# one, PostgreSQL.
PAGES = {"admin", "api", "dashboard", "views"}

# The same examples in every run: a test that fails, fails again.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(config, items):
    """Tell the tests of pages; on PostgreSQL leave out what SQLite proves alone."""
    for item in items:
        if _asks_database(item) and PAGES & {*item.path.relative_to(ROOT).parts}:
            item.add_marker("page")
    if os.environ["DATABASE_URL"].startswith("postgres"):
        others = [item for item in items if not _is_for_postgresql(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if _is_for_postgresql(item)]


def _is_for_postgresql(item) -> bool:
    return _asks_database(item) and not item.get_closest_marker("sqlite_is_enough")


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
