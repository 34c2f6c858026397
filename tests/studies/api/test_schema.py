"""The OpenAPI description, and all kinds of requests made up from it."""

import pytest
import schemathesis
from django.core import signals
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
SCHEMA = "/api/v1/schema/?format=json"
WITHOUT_BODY = ("",)
PARTS = ["", "answers/", "continue/", "questionnaire/", "events/", "withdraw/"]


@pytest.fixture(autouse=True)
def _kept_connection():
    """As in Django's own client: a request does not end the test's transaction."""
    ends = (signals.request_started, signals.request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


def test_every_address_is_described_with_an_example(client):
    paths = client.get(SCHEMA).json()["paths"]

    session = "/api/v1/sessions/{token}/"
    assert {"/api/v1/sessions/", *(session + part for part in PARTS)} == set(paths)
    for operations in paths.values():
        assert all("examples" in str(operation) for operation in operations.values())


@pytest.mark.parametrize("version", ["%0a", "%0d", "x", "1"])
def test_the_version_asked_for_breaks_no_header(client, version):
    assert client.get(f"{SCHEMA}&version={version}").status_code == 200


@pytest.mark.parametrize(
    ("part", "mode"),
    [
        (part, mode)
        for part in ("join", *PARTS)
        for mode in GenerationMode
        if mode == GenerationMode.POSITIVE or part not in WITHOUT_BODY
    ],
)
def test_no_made_up_request_breaks_the_server(part, mode):
    person = Person(make_study()).go_to("prequiz", 1)
    schema = schemathesis.openapi.from_wsgi(SCHEMA, application)
    path = "/api/v1/sessions/" + ("" if part == "join" else "{token}/" + part)
    operation = schema[path]["GET" if part == "" else "POST"]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    def run(case):
        if part != "join":
            case.path_parameters["token"] = person.token
        case.call_and_validate(checks=CHECKS)

    run()
