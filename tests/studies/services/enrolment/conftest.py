import pytest

from tests.studies.services.enrolment.comings import OWN, come


@pytest.fixture
def first(study):
    return come(study, **OWN)
