import pytest
import time_machine

from tests.studies.factories import NOON


@pytest.fixture(autouse=True)
def _one_clock():
    """The clock of a person and that of the server are the same."""
    with time_machine.travel(NOON, tick=False):
        yield
