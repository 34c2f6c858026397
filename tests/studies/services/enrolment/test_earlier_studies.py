"""People of named earlier studies are kept out, and strangers learn nothing by it."""

from datetime import timedelta

import pytest

from studies.errors import (
    ConsentMissingError,
    FullOrEarlierError,
    KeptOutError,
    StudyFullError,
)
from studies.models import Membership, TeachingSession
from studies.models.study import StudyState
from studies.recruitment import Arrival
from studies.services.design.checks import report_on
from studies.services.design.lifecycle import describe_design
from studies.services.design.preregistration import write_preregistration
from studies.services.drafting.documents import clone_study, write_design
from studies.services.earlier_studies import keep_nameable, list_nameable
from studies.services.enrolment.consent import build_consent
from studies.services.enrolment.joining import find_known_session, join_study
from studies.services.links.personal_links import make_links
from studies.services.links.terms import terms_of
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
PID = "5f0c8a366f0c4a539d3c6a0a"
YEAR = timedelta(days=365)


@pytest.fixture
def later(study):
    return make_study(
        slug="later", deck_version=study.deck_version, earlier_studies=["study"]
    )


def come(study, recruiter="mturk", person="A1X", *, consent=True, now=NOON, **rest):
    arrival = Arrival(recruiter, person=person, assignment="AS9", **rest)
    return join_study(slug=study.slug, consent=consent, arrival=arrival, now=now)


def signed(study, label):
    terms = terms_of(study, "personal")
    make_links(study=study, labels=[label], who="ada", now=NOON)
    return Arrival("personal", person=label, proof=terms.sign(label.upper()))


def test_who_took_part_in_a_named_study_is_kept_out_and_others_are_not(study, later):
    Person(study, name="A1X")

    with pytest.raises(FullOrEarlierError):
        come(later)
    assert not TeachingSession.objects.filter(study=later).exists()
    assert come(later, person="A2X").is_new


def test_ids_are_compared_across_recruiters(study, later):
    join_study(
        slug="study", consent=True, arrival=Arrival("prolific", person=PID), now=NOON
    )

    with pytest.raises(FullOrEarlierError):
        come(later, "panel", PID.upper())


def test_erasure_keeps_them_out_until_its_hash_expires(study, later):
    person = Person(study, name="A1X")
    withdraw_session(token=person.token, keep_answers=False, now=NOON)

    with pytest.raises(FullOrEarlierError):
        come(later, "panel")
    assert come(later, "panel", now=NOON + YEAR).is_new


def test_whoever_is_inside_already_goes_on(study, later):
    come(later)
    Person(study, name="A1X")

    assert not come(later).is_new


def test_a_stranger_hears_the_same_of_a_full_study_and_of_a_kept_out_person(study):
    full = make_study(
        slug="later",
        deck_version=study.deck_version,
        earlier_studies=["study"],
        n_places=1,
    )
    Person(study, name="A1X")

    with pytest.raises(ConsentMissingError):
        come(full, consent=False)
    find_known_session(full, Arrival("mturk", person="A1X", assignment="AS9"))
    said = set()
    for name in ("A1X", "B1", "B2", "B3", "B4", "B5"):
        try:
            come(full, person=name)
        except StudyFullError as error:
            said.add((type(error), error.code, error.message, error.status))

    assert [kind for kind, *_ in said] == [FullOrEarlierError]


def test_whoever_proved_who_they_are_is_told_kindly_before_any_consent(study, later):
    join_study(slug="study", consent=True, arrival=signed(study, "P7"), now=NOON)

    with pytest.raises(KeptOutError, match="earlier study"):
        find_known_session(later, signed(later, "p7"))
    with pytest.raises(KeptOutError):
        join_study(slug="later", consent=True, arrival=signed(later, "p7"), now=NOON)


def test_the_kind_page_and_the_apis_error(client, study, later):
    join_study(slug="study", consent=True, arrival=signed(study, "P7"), now=NOON)
    own = signed(later, "P7")
    query = {"label": "P7", "signature": own.proof}

    page = client.get("/join/later/", query)
    Person(study, name="A1X")
    sent = {"name": "mturk", "person": "A1X", "assignment": "AS9"}
    told = client.post(
        "/api/v1/sessions/",
        {"study": "later", "consent": True, "recruiter": sent},
        content_type="application/json",
    )

    assert (page.status_code, b"You have helped us before" in page.content) == (
        409,
        True,
    )
    assert (told.status_code, told.json()["code"]) == (409, "full_or_earlier")


def test_who_tried_a_preview_or_comes_by_an_open_link_is_nobody(study, later):
    Person(study)

    assert come(later, "link", "").is_new


def test_consent_and_preregistration_and_fingerprint_tell_it(study, later):
    assert "earlier studies of ours" in build_consent(later)
    assert "“Study” (study)" in write_preregistration(later)
    assert describe_design(later)["earlier_studies"] == ["study"]
    assert "earlier_studies" not in describe_design(study)
    assert "earlier studies of ours" not in build_consent(study)


def test_only_studies_with_people_in_which_one_has_a_role_are_offered(
    study, later, django_user_model
):
    ada = django_user_model.objects.create_user("ada")
    make_study(slug="draft", deck_version=study.deck_version, state=StudyState.DRAFT)
    assert list_nameable(later, who="ada") == [("study", "Study")]
    later.earlier_studies = []
    assert list_nameable(later, who="ada") == []

    Membership.objects.create(study=study, user=ada, role="viewer")

    assert list_nameable(later, who="ada") == [("study", "Study")]
    assert keep_nameable(["draft", "study", "x"], user_id=ada.pk) == ["study"]


@pytest.mark.parametrize("has_role", [True, False])
def test_a_copy_keeps_out_whom_its_maker_may_name(
    study, later, has_role, django_user_model
):
    ada = django_user_model.objects.create_user("ada")
    if has_role:
        Membership.objects.create(study=study, user=ada, role="analyst")
    assert write_design(later)["study"]["earlier_studies"] == ["study"]

    copy = clone_study(study=later, user_id=ada.pk, who="ada", now=NOON)

    assert copy.earlier_studies == (["study"] if has_role else [])
    assert list(copy.dropped_studies) == ([] if has_role else ["study"])


def test_an_open_link_beside_named_studies_is_a_doubt(later):
    codes = [warning.code for warning in report_on(later).warnings]

    assert "lets_earlier_in" in codes
    later.earlier_studies = ["study", "gone", "later"]
    assert len(report_on(later).errors["earlier_studies"]) == 2
