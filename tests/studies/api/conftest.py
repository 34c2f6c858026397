import pytest

from tests.studies.api.participant import Api


@pytest.fixture
def api(client, study):
    return Api(client, study)
