"""More time for whoever needs it."""

import pytest

from studies.errors import InvalidError, StudyError
from studies.services.enrolment.more_time import grant_time
from tests.studies.factories import NOON, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


@pytest.mark.parametrize("factor", [1.5, 2])
def test_granted_time_stretches_every_card(person, factor):
    grant_time(session_id=person.session.pk, factor=factor, now=NOON)

    assert person.go_to("learning", 1).look().card.seconds_left == 20 * factor


def test_time_is_granted_only_before_the_prequiz(person):
    person.go_to("prequiz", 1)

    with pytest.raises(StudyError):
        grant_time(session_id=person.session.pk, factor=2, now=NOON)


def test_no_time_factor_shortens_the_time(person):
    with pytest.raises(InvalidError):
        grant_time(session_id=person.session.pk, factor=0.5, now=NOON)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "1.5 times as long as usual"), ("de", "1,5-mal so lange Zeit wie üblich")],
)
def test_people_are_told_of_their_time_before_the_first_card(client, language, words):
    person = Person(make_study(language=language))
    address, before = f"/s/{person.token}/", person.page().progress.minutes_left
    assert words not in client.get(address).content.decode()

    grant_time(session_id=person.session.pk, factor=1.5, now=NOON)

    assert words in client.get(address).content.decode()
    assert person.page().progress.minutes_left > before
    person.go_on()
    assert words in client.get(address).content.decode()
