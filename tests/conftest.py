import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.databases import copy_migrated

# The same examples in every run: a test that fails, fails again.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL only what asks a database: the rest is proved on SQLite."""
    if os.environ["DATABASE_URL"].startswith("postgres"):
        others = [item for item in items if not _asks_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if _asks_database(item)]


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
