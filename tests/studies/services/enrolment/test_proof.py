"""Ids are no secrets: who comes back, who only says so, and what each is told."""

import pytest

from studies.errors import (
    ConsentMissingError,
    OtherRecruiterError,
    StudyFullError,
    UnprovenError,
)
from studies.limits import MAX_TOKENS_EACH
from studies.models import AccessToken, ArrivalRecord, TeachingSession
from studies.models.study import StudyState
from studies.recruitment import Arrival
from studies.services.design.lifecycle import change_study_state
from studies.services.enrolment.joining import find_known_session
from studies.services.hash_chain import find_log_fault
from studies.services.session.withdrawal import withdraw_session
from studies.services.tokens import digest_token, read_session, sign_simulated
from tests.studies.factories import NOON, Person, make_study
from tests.studies.services.enrolment.comings import (
    OTHER,
    OWN,
    come,
    finish,
    proofs,
    refusal,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def test_whoever_brings_the_first_assignment_comes_back_without_asking(study, first):
    again = come(study, consent=False, **OWN)

    assert not again.is_new
    assert proofs(TeachingSession.objects.get()) == [
        ("AS1", "first"),
        ("AS1", "assignment"),
    ]


@pytest.mark.parametrize("assignment", ["AS2", "", "as1"])
def test_an_id_alone_gives_no_token_without_consent(study, first, assignment):
    with pytest.raises(ConsentMissingError):
        come(study, consent=False, person="A1X", assignment=assignment)

    assert AccessToken.objects.count() == ArrivalRecord.objects.count() == 1


def test_who_consents_again_goes_on_with_the_session_marked(study, first):
    again = come(study, **OTHER)

    session = TeachingSession.objects.get()
    assert read_session(again.token, now=NOON) == session
    assert proofs(session) == [("AS1", "first"), ("AS2", "none")]
    token = AccessToken.objects.get(digest=digest_token(again.token))
    assert (token.arrival.assignment, token.arrival.is_proved) == ("AS2", False)


def test_every_consent_is_logged_and_coming_back_with_proof_is_none(study, first):
    come(study, **OTHER)
    come(study, **OWN)

    session = TeachingSession.objects.get()
    kinds = [entry.kind for entry in session.log.order_by("number")]
    assert kinds == ["consented", "consented"]
    assert find_log_fault(session) == ""


def test_a_later_assignment_never_becomes_a_proof(study, first):
    come(study, **OTHER)
    come(study, **OTHER)

    with pytest.raises(ConsentMissingError):
        come(study, consent=False, **OTHER)
    assert not come(study, consent=False, **OWN).is_new


def test_an_empty_assignment_proves_nobody(study):
    come(study, person="A1X")

    with pytest.raises(ConsentMissingError):
        come(study, consent=False, person="A1X")


def test_an_assignment_that_another_worker_brings_proves_neither(study, first):
    come(study, person="B2Y", assignment="AS1")

    for person in ("A1X", "B2Y"):
        with pytest.raises(ConsentMissingError):
            come(study, consent=False, person=person, assignment="AS1")


@pytest.mark.parametrize("consent", [True, False])
def test_an_assignment_proves_nobody_after_another_worker_was_refused(
    study, first, consent
):
    change_study_state(study_id=study.pk, state=StudyState.PAUSED)
    for _ in range(2):
        refusal(lambda: come(study, consent=consent, person="B2Y", assignment="AS1"))

    refusal(lambda: come(study, consent=False, **OWN))

    session = TeachingSession.objects.get()
    assert proofs(session) == [("AS1", "first"), ("AS1", "taken")]


def test_being_refused_with_ones_own_assignment_is_no_matter(study, first):
    come(study, **OTHER)
    with pytest.raises(ConsentMissingError):
        come(study, consent=False, **OTHER)

    assert not come(study, consent=False, **OWN).is_new


def test_an_assignment_of_another_study_is_no_matter(study, first):
    other = make_study(slug="other", deck_version=study.deck_version)
    come(other, person="B2Y", assignment="AS1")

    assert not come(study, consent=False, **OWN).is_new


def test_a_nonce_comes_back_without_asking(study):
    come(study, recruiter="link", nonce="n0nce")

    assert not come(study, recruiter="link", consent=False, nonce="n0nce").is_new


def test_looking_finds_a_session_for_whoever_proves_it_alone(study, first):
    assert find_known_session(study, Arrival("mturk", **OWN))
    assert find_known_session(study, Arrival("mturk", **OTHER)) is None
    assert find_known_session(study, Arrival("mturk", person="B2Y")) is None


@pytest.mark.parametrize("consent", [True, False])
@pytest.mark.parametrize("state", ["live", "paused"])
def test_a_finished_session_tells_strangers_nothing(db, consent, state):
    study = make_study(n_places=1, teachers=("GR",))
    finish(study, come(study, **OWN))
    if state == "paused":
        change_study_state(study_id=study.pk, state=StudyState.PAUSED)

    known = refusal(lambda: come(study, consent=consent, **OTHER))
    unknown = refusal(lambda: come(study, consent=consent, person="B2Y"))

    assert known == unknown


def test_there_is_no_second_session_beside_a_finished_one(study, first):
    finish(study, first)

    with pytest.raises(StudyFullError):
        come(study, **OTHER)

    assert TeachingSession.objects.count() == ArrivalRecord.objects.count() == 1
    assert come(study, consent=False, **OWN).state.completion_code


def test_who_left_for_good_is_not_let_in_by_an_id(study, first):
    withdraw_session(token=first.token, keep_answers=True, now=NOON)

    with pytest.raises(StudyFullError):
        come(study, **OTHER)
    assert come(study, **OWN).state.page == "withdrawn"


def test_a_full_or_paused_study_lets_those_inside_go_on(db):
    study = make_study(n_places=1, teachers=("GR",))
    come(study, **OWN)
    Person(study).finish()

    assert not come(study, **OTHER).is_new
    change_study_state(study_id=study.pk, state=StudyState.PAUSED)
    assert not come(study, **OTHER).is_new
    assert not come(study, **OWN).is_new


@pytest.mark.parametrize("keep", [True, False])
def test_nobody_is_withdrawn_by_somebody_unproven(study, first, keep):
    stranger = come(study, **OTHER)

    with pytest.raises(UnprovenError):
        withdraw_session(token=stranger.token, keep_answers=keep, now=NOON)

    session = TeachingSession.objects.get()
    assert (session.phase, session.erased_at) == ("instructions", None)
    withdraw_session(token=first.token, keep_answers=keep, now=NOON)


def test_answers_kept_are_not_deleted_by_somebody_unproven(study, first):
    stranger = come(study, **OTHER)
    withdraw_session(token=first.token, keep_answers=True, now=NOON)

    with pytest.raises(UnprovenError):
        withdraw_session(token=stranger.token, keep_answers=False, now=NOON)


@pytest.mark.parametrize("recruiter", ["prolific", "link"])
def test_nobody_comes_from_a_recruiter_that_the_study_does_not_name(db, recruiter):
    study, who = make_study(recruiters=["mturk"]), {**OWN, "person": "ab" * 12}
    come(study, **who)

    with pytest.raises(OtherRecruiterError):
        come(study, recruiter=recruiter, **who)
    with pytest.raises(OtherRecruiterError):
        find_known_session(study, Arrival(recruiter, **who))

    assert TeachingSession.objects.count() == 1


def test_simulated_people_need_not_be_named(db):
    study = make_study(recruiters=["mturk"])

    signed = sign_simulated("s1")

    assert come(study, recruiter="simulated", person="s1", assignment=signed).is_new


def test_tokens_are_bounded_and_strangers_take_nobodys(study, first):
    strangers = [come(study, **OTHER).token for _ in range(30)]

    opened = AccessToken.objects.count()

    assert opened == 1 + MAX_TOKENS_EACH
    assert read_session(first.token, now=NOON)
    assert read_session(strangers[-1], now=NOON)


def test_of_many_proved_arrivals_the_newest_tokens_stay(study, first):
    tokens = [come(study, **OWN).token for _ in range(30)]

    kept = set(AccessToken.objects.values_list("digest", flat=True))

    assert kept == {digest_token(token) for token in tokens[-MAX_TOKENS_EACH:]}
