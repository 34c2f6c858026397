import gc
import os
import re
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests.databases import copy_migrated
from tests.server import ROOT

# Pages, and rooms that leave all questions to Django: `make test` proves them on the
# stricter database, PostgreSQL, and browsers walk through them on SQLite. Whoever
# locks, races, writes statements by hand or reads a snapshot is tested on both.
ORDINARY = {
    *("admin", "api", "dashboard", "views"),
    *("analysis", "decks", "design", "drafting", "links", "monitoring", "people"),
    *("commands", "participation", "planning", "recruiting", "rehearsal", "results"),
    *("retention", "simulation", "team"),
}

CAP_SYS_ADMIN = 21

# The same examples in every run: a test that fails, fails again.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
# Hypothesis would also read hundreds of our modules for numbers and texts to try, which
# takes seconds in every process and depends on what it has imported by then.
providers._get_local_constants = lambda: providers._local_constants


def pytest_addoption(parser):
    parser.addoption(
        "--without-ordinary",
        action="store_true",
        help="leave out what PostgreSQL proves alone",
    )


def pytest_ignore_collect(collection_path, config):
    if config.getoption("--without-ordinary") and _is_ordinary(collection_path):
        return True
    return None


def pytest_collection_modifyitems(config, items):
    """Leave out what the other database proves alone."""
    if os.environ["DATABASE_URL"].startswith("postgres"):
        _keep(items, _is_for_postgresql, config)
    elif config.getoption("--without-ordinary"):
        _keep(items, _is_for_sqlite, config)
    if not _may_mount():
        _keep(items, lambda item: not item.get_closest_marker("mounts_a_disk"), config)


def _keep(items, is_kept, config):
    config.hook.pytest_deselected(items=[one for one in items if not is_kept(one)])
    items[:] = [item for item in items if is_kept(item)]


def _may_mount() -> bool:
    """Whether this process may do what administrators of the system do."""
    said = re.search(r"CapEff:\s*(\w+)", Path("/proc/self/status").read_text())
    return bool(said) and bool(int(said[1], 16) >> CAP_SYS_ADMIN & 1)


def pytest_collection_finish():
    """What is imported by now stays: looking for it among garbage takes long."""
    gc.collect()
    gc.freeze()


def _is_ordinary(path: Path) -> bool:
    return bool(ORDINARY & {*path.relative_to(ROOT / "tests").parts[1:]})


def _is_for_postgresql(item) -> bool:
    if _is_ordinary(item.path):
        return True
    return _asks_database(item) and not item.get_closest_marker("sqlite_is_enough")


def _is_for_sqlite(item) -> bool:
    return not item.get_closest_marker("postgresql_is_enough")


def _asks_database(item) -> bool:
    rows = {"db", "transactional_db"}
    return bool(item.get_closest_marker("django_db") or rows & {*item.fixturenames})


@pytest.fixture(autouse=True, scope="session")
def one_context_per_page(django_test_environment):
    """Keep the context of a page for its test, not those of all its parts.

    Django's tests copy the context of every part that is included, of which a page of
    the dashboard has hundreds; without them it takes two thirds of the time.
    """
    from django.template import Template
    from django.test.signals import template_rendered

    def render(template, context):
        if context.template is template:
            template_rendered.send(template, template=template, context=context)
        return template.nodelist.render(context)

    Template._render = render


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
