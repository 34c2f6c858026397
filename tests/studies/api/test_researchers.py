"""The API for researchers: tokens alone, rights as in the dashboard."""

import pytest
from django.utils import timezone

from studies.models import AuditEntry, Job, Membership, ParticipantNote
from studies.models.job import JobKind
from studies.models.team import Action, Role
from studies.services.team.api_tokens import make_api_token
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
STUDIES = "/api/v1/studies/"
STUDY = f"{STUDIES}study/"
PEOPLE = f"{STUDY}participants/"


@pytest.fixture
def program(client, study, django_user_model):
    """A function that makes a program of somebody with a role in the study."""

    def create(role=Role.EDITOR):
        ada = django_user_model.objects.create_user("ada")
        Membership.objects.create(study=study, user=ada, role=role)
        token = make_api_token(user=ada, name="test", now=timezone.now())
        return Program(client, token)

    return create


class Program:
    def __init__(self, client, token):
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, address, **query):
        return self.client.get(address, query, headers=self.headers)

    def post(self, address, body):
        return self.client.post(
            address, body, content_type="application/json", headers=self.headers
        )


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({}, "not_authenticated"),
        ({"Authorization": "Bearer nonsense"}, "authentication_failed"),
        ({"Authorization": "Bearer"}, "authentication_failed"),
        ({"Authorization": "Basic YTpi"}, "not_authenticated"),
    ],
)
def test_without_a_good_token_nothing_opens(client, study, header, code):
    response = client.get(STUDIES, headers=header)

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert response.json().keys() == {"code", "message"}
    assert response.json()["code"] == code


def test_the_cookie_of_the_dashboard_opens_nothing(admin_client, study):
    assert admin_client.get("/dashboard/").status_code == 200
    assert admin_client.get(STUDIES).status_code == 401


def test_nothing_is_kept_in_a_cache_or_a_cookie(program):
    response = program().get(STUDIES)

    assert response["Cache-Control"] == "no-store"
    assert not response.cookies


def test_the_list_has_the_studies_of_ones_teams_in_pages(program, study):
    make_study(slug="others", deck_version=study.deck_version)
    Person(study, name="A1").finish()
    body = program(Role.VIEWER).get(STUDIES).json()

    assert body == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "slug": "study",
                "title": "Study",
                "state": "live",
                "is_demo": False,
                "role": "viewer",
                "n_completed": 1,
                "n_inside": 0,
                "n_target": 20,
            }
        ],
    }


def test_a_study_is_told_as_data_without_its_seed(program, study):
    body = program(Role.ANALYST).get(STUDY).json()

    assert body["design"]["horizon"] == study.horizon
    assert body["design"]["arms"] == [["GR", "GR", None], ["RD", "RD", None]]
    assert body["fingerprint"] == study.fingerprint
    assert study.seed not in str(body)


@pytest.mark.parametrize(
    ("role", "part", "code"),
    [
        (Role.VIEWER, "", "not_allowed"),
        (Role.VIEWER, "participants/", "not_allowed"),
        (Role.PAYER, "progress/", "not_allowed"),
    ],
)
def test_a_role_without_the_right_is_told_so(program, role, part, code):
    response = program(role).get(STUDY + part)

    assert response.status_code == 403
    assert response.json()["code"] == code


def test_participants_are_pseudonyms_with_phases_and_times(program, study):
    person = Person(study, name="WORKER").go_to("prequiz", 2)

    response = program(Role.ANALYST).get(PEOPLE)

    (row,) = response.json()["results"]
    assert row["pseudonym"] == person.session.participant.pseudonym
    assert (row["phase"], row["step"], row["identity"]) == ("prequiz", 2, None)
    assert row["consented_at"] == "2026-03-01T12:00:00Z"
    assert "WORKER" not in response.content.decode()
    assert not AuditEntry.objects.exists()


def test_who_they_are_is_told_on_request_and_logged(program, study):
    person = Person(study, name="WORKER")

    (row,) = program().get(PEOPLE, identities="true").json()["results"]

    assert row["identity"] == {"recruiter": "mturk", "external_id": "WORKER"}
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.who) == (Action.IDENTITY_SEEN, "ada")
    assert entry.detail == {"participants": [person.session.participant.pseudonym]}


def test_who_may_not_know_is_refused_and_sees_nothing(program, study):
    Person(study, name="WORKER")

    response = program(Role.ANALYST).get(PEOPLE, identities="true")

    assert response.status_code == 403
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("n_people", [1, 6])
def test_more_participants_take_no_more_queries(
    program, study, n_people, django_assert_num_queries
):
    for number in range(n_people):
        Person(study, name=f"A{number}")
    asking = program()
    asking.get(STUDIES)

    with django_assert_num_queries(6):
        asking.get(PEOPLE, identities="true")


def test_lists_come_in_pages_and_by_purpose(program, study):
    for name in ("A1", "A2", "A3"):
        Person(study, name=name)
    asking = program()

    second = asking.get(PEOPLE, page_size=2, page=2).json()

    assert (second["count"], len(second["results"])) == (3, 1)
    assert asking.get(PEOPLE, page=9).status_code == 404
    assert asking.get(PEOPLE, purpose="pilot").json()["count"] == 0
    assert asking.get(PEOPLE, purpose="x").json()["code"] == "invalid"


def test_progress_counts_people_and_tells_no_outcome(program, study):
    Person(study, name="A1").finish()
    Person(study, name="A2").go_to("prequiz")

    body = program(Role.VIEWER).get(f"{STUDY}progress/").json()

    assert (body["n_people"], body["n_completed"], body["n_target"]) == (2, 1, 20)
    names = [arm["name"] for arm in body["arms"]]
    assert names == ["no arm yet", "Arm A", "Arm B"]
    assert body["arms"][0]["inside"] == {"prequiz": 1}
    counts = ("n_places", "n_people", "n_away", "n_completed", "inside")
    ends = ("n_left", "n_screened_out")
    assert {frozenset(arm) for arm in body["arms"]} == {
        frozenset({"name", *counts, *ends})
    }


def test_notes_are_written_and_read(program, study):
    pseudonym = Person(study).session.participant.pseudonym
    asking, notes = program(), f"{PEOPLE}{pseudonym}/notes/"

    written = asking.post(notes, {"text": "The picture was late."})

    assert written.status_code == 201
    assert asking.get(notes).json()["results"] == [written.json()]
    assert ParticipantNote.objects.get().who == "ada"
    assert AuditEntry.objects.get().action == Action.NOTED


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"text": "  "}, 400), ({"text": 7}, 400), ({"text": "x" * 5000}, 400)],
)
def test_bad_notes_are_refused(program, study, body, status):
    pseudonym = Person(study).session.participant.pseudonym

    response = program().post(f"{PEOPLE}{pseudonym}/notes/", body)

    assert response.status_code == status
    assert response.json()["code"] == "invalid"
    assert not ParticipantNote.objects.exists()


def test_whoever_only_analyses_writes_no_notes(program, study):
    pseudonym = Person(study).session.participant.pseudonym

    response = program(Role.ANALYST).post(f"{PEOPLE}{pseudonym}/notes/", {"text": "x"})

    assert response.status_code == 403


def test_whoever_may_not_know_people_is_told_nothing_of_an_export_that_names_them(
    program, study
):
    options = {"purpose": "real", "with_private": True}
    job = Job.objects.create(
        study=study, kind=JobKind.EXPORT, options=options, n_total=1, asked_at=NOON
    )

    response = program(Role.ANALYST).get(f"{STUDY}export/{job.pk}/")

    assert (response.status_code, "sha256" in response.text) == (403, False)


def test_a_participant_of_another_study_is_not_there(program, study):
    other = make_study(slug="others", deck_version=study.deck_version)
    pseudonym = Person(other).session.participant.pseudonym

    assert program().get(f"{PEOPLE}{pseudonym}/notes/").status_code == 404
