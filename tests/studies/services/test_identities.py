"""One session per person and study, one pseudonym each, also after erasure."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command

from config.env import find_identity_keys
from studies.errors import StudyFullError
from studies.models import (
    ArrivalRecord,
    ErasedPerson,
    LogEntry,
    Participant,
    RecruiterIdentity,
    TeachingSession,
)
from studies.recruitment import Arrival
from studies.services.enrolment.joining import join_study
from studies.services.identities import delete_expired_marks
from studies.services.session.withdrawal import erase_session, withdraw_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
REMEMBERED = timedelta(days=365)


def erase(person):
    withdraw_session(token=person.token, keep_answers=False, now=person.now)


@pytest.fixture
def erased(study):
    person = Person(study, name="A1X")
    erase(person)
    return person


def test_a_person_has_another_pseudonym_in_another_study(study):
    other = make_study(slug="other", deck_version=study.deck_version)

    people = [Person(each, name="A1X").session.participant for each in (study, other)]

    assert people[0].pseudonym != people[1].pseudonym
    assert Participant.objects.count() == RecruiterIdentity.objects.count() == 2


def test_erasure_in_one_study_leaves_the_other(study):
    other = make_study(slug="other", deck_version=study.deck_version)
    stays = Person(other, name="A1X")

    erase(Person(study, name="A1X"))

    assert RecruiterIdentity.objects.get().study == other
    assert not join_study(
        slug="other", consent=False, arrival=stays.arrival, now=NOON
    ).is_new


def test_nothing_stored_names_an_erased_person(erased):
    mark = ErasedPerson.objects.get()

    assert not RecruiterIdentity.objects.exists()
    assert set(ArrivalRecord.objects.values_list("assignment", flat=True)) == {""}
    assert len(mark.digest) == 64
    assert mark.expires_at == NOON + REMEMBERED


@pytest.mark.parametrize("spelling", ["A1X", "a1x", " A1X "])
def test_an_erased_person_does_not_take_part_again(erased, spelling):
    with pytest.raises(StudyFullError):
        Person(erased.study, name=spelling.strip())

    assert TeachingSession.objects.count() == 1


def test_who_is_erased_after_finishing_does_not_take_part_again(study):
    person = Person(study, name="A1X")
    person.finish()
    erase_session(session_id=person.session.pk, now=NOON)

    with pytest.raises(StudyFullError):
        Person(study, name="A1X")


def test_an_erased_person_may_come_to_another_study(erased):
    other = make_study(slug="other", deck_version=erased.study.deck_version)

    assert Person(other, name="A1X")


def test_a_form_that_is_sent_again_after_erasure_makes_no_second_session(study):
    arrival = Arrival(nonce="n0nce")
    joined = join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)
    withdraw_session(token=joined.token, keep_answers=False, now=NOON)

    with pytest.raises(StudyFullError):
        join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)


def test_the_hash_depends_on_a_key_and_on_the_study(erased, settings):
    first = ErasedPerson.objects.get().digest
    settings.IDENTITY_KEYS = [b"another"]
    second = Person(erased.study, name="A1X")
    erase(second)
    third = Person(make_study(slug="other"), name="A1X")
    erase(third)

    digests = set(ErasedPerson.objects.values_list("digest", flat=True))

    assert first in digests
    assert len(digests) == 3


def test_a_hash_made_with_an_older_key_still_counts(erased, settings):
    settings.IDENTITY_KEYS = [b"newer", *settings.IDENTITY_KEYS]

    with pytest.raises(StudyFullError):
        Person(erased.study, name="A1X")


def test_once_expired_the_hash_refuses_nobody_and_goes(erased):
    later = NOON + REMEMBERED

    again = Person(erased.study, name="A1X", now=later)
    erase(again)

    assert ErasedPerson.objects.get().expires_at == later + REMEMBERED


def test_the_sweep_deletes_expired_hashes(erased):
    delete_expired_marks(now=NOON)
    assert ErasedPerson.objects.exists()

    ErasedPerson.objects.update(expires_at=NOON - timedelta(days=10_000))
    call_command("sweep")

    assert not ErasedPerson.objects.exists()


def test_keys_are_derived_from_the_secret_ones_unless_one_is_set():
    derived = find_identity_keys("", ["new", "old"])

    assert derived[0] == find_identity_keys("", ["new"])[0] != b"new"
    assert find_identity_keys("own", ["new", "old"]) == [b"own", *derived]


def test_a_nonce_is_nowhere_in_the_database(study):
    join_study(slug=study.slug, consent=True, arrival=Arrival(nonce="n0nce"), now=NOON)

    assert LogEntry.objects.exists()
    tables = [list(model.objects.values()) for model in apps.get_models()]
    assert "n0nce" not in str(tables)
