import pytest

from studies.services.decks.content import load_content
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
def finished(person):
    person.finish()
    return person
