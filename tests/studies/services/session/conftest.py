import pytest


@pytest.fixture
def learner(person):
    return person.go_to("learning", 1)
