"""The OpenAPI description, and all kinds of requests made up from it."""

from contextlib import contextmanager

import pytest
import schemathesis
from django.core import signals
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application
from studies.models import Job
from studies.models.job import JobKind
from studies.services.team.api_tokens import make_api_token
from tests.studies.factories import Person, make_study
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
SCHEMA = "/api/v1/schema/?format=json"
WITHOUT_BODY = ("",)
NOTES = "/api/v1/studies/{slug}/participants/{pseudonym}/notes/"
EXPORT = "/api/v1/studies/{slug}/export/"
RESEARCHERS = [
    ("/api/v1/studies/", "GET"),
    ("/api/v1/studies/{slug}/", "GET"),
    ("/api/v1/studies/{slug}/participants/", "GET"),
    ("/api/v1/studies/{slug}/progress/", "GET"),
    ("/api/v1/studies/{slug}/results/", "GET"),
    (NOTES, "GET"),
    (NOTES, "POST"),
    (EXPORT, "GET"),
    (EXPORT, "POST"),
    (f"{EXPORT}{{job_id}}/", "GET"),
    (f"{EXPORT}{{job_id}}/file/", "GET"),
]
PARTS = ["", "answers/", "continue/", "questionnaire/", "events/", "withdraw/"]


@contextmanager
def kept_connection():
    """As in Django's own client: a request does not end the test's transaction."""
    ends = (signals.request_started, signals.request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _kept_connection():
    with kept_connection():
        yield


@pytest.fixture(scope="module")
def somebody(django_db_setup, django_db_blocker):
    """At their first card, and there again for each test."""
    with shared_rows(django_db_blocker, "somebody"):
        yield Person(make_study()).go_to("prequiz", 1)


@pytest.fixture(scope="module")
def schema(django_db_setup, django_db_blocker):
    """Read once: it is the same for everybody, and writing it takes long."""
    with django_db_blocker.unblock(), kept_connection():
        return schemathesis.openapi.from_wsgi(SCHEMA, application)


def test_every_address_is_described_with_an_example(client):
    paths = client.get(SCHEMA).json()["paths"]

    session = "/api/v1/sessions/{token}/"
    of_participants = {"/api/v1/sessions/", *(session + part for part in PARTS)}
    assert of_participants | {path for path, _ in RESEARCHERS} == set(paths)
    for operations in paths.values():
        assert all("examples" in str(operation) for operation in operations.values())


@pytest.mark.parametrize("version", ["%0a", "%0d", "1"])
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
def test_no_made_up_request_breaks_the_server(schema, somebody, part, mode):
    path = "/api/v1/sessions/" + ("" if part == "join" else "{token}/" + part)
    operation = schema[path]["GET" if part == "" else "POST"]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    def run(case):
        if part != "join":
            case.path_parameters["token"] = somebody.token
        case.call_and_validate(checks=CHECKS)

    run()


def _begun_export(study):
    return Job.objects.create(
        study=study,
        kind=JobKind.EXPORT,
        options={"purpose": "real", "with_private": False},
        n_total=1,
        asked_at=timezone.now(),
    )


@pytest.mark.parametrize(("path", "method"), RESEARCHERS)
def test_no_made_up_request_of_a_program_breaks_the_server(
    schema, somebody, path, method, admin_user
):
    study = somebody.study
    known = {
        "slug": study.slug,
        "pseudonym": somebody.session.participant.pseudonym,
        "job_id": _begun_export(study).pk,
    }
    token = make_api_token(user=admin_user, name="test", now=timezone.now())
    operation = schema[path][method]

    @given(case=operation.as_strategy(), is_known=booleans())
    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    def run(case, is_known):
        if is_known:
            case.path_parameters.update(
                {name: known[name] for name in case.path_parameters}
            )
        headers = {"Authorization": f"Bearer {token}"}
        case.call_and_validate(checks=CHECKS, headers=headers)

    run()
