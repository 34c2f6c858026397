import pytest
from django.db import connection

from studies.services.content import load_content
from tests.studies.factories import Person, make_study


@pytest.fixture(autouse=True)
def _fresh_content():
    load_content.cache_clear()


@pytest.fixture
def study(db):
    return make_study()


@pytest.fixture
def person(study):
    return Person(study)


@pytest.fixture
def only_postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL lets two transactions write at once")
