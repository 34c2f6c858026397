"""Coming through a recruiter's link, with proof or without."""

import pytest

from studies.errors import ConsentMissingError, StudyFullError, StudyNotOpenError
from studies.models import TeachingSession
from studies.recruitment import Arrival
from studies.services.enrolment.joining import join_study
from tests.studies.factories import NOON, Person, seconds

LATER = NOON + seconds(3600)
OWN = {"person": "A1X", "assignment": "AS1"}
OTHER = {"person": "A1X", "assignment": "AS2"}


def come(study, *, consent=True, recruiter="mturk", now=NOON, **arrival):
    return join_study(
        slug=study.slug,
        consent=consent,
        arrival=Arrival(recruiter, **arrival),
        now=now,
    )


def proofs(session):
    return list(session.arrivals.order_by("pk").values_list("assignment", "proof"))


def going_on(study, joined):
    """Whoever has just come in, as somebody who can act."""
    person = Person.__new__(Person)
    person.study, person.token = study, joined.token
    person.now = TeachingSession.objects.get(study=study).last_seen_at
    return person


def finish(study, joined):
    return going_on(study, joined).finish()


def refusal(call):
    with pytest.raises((StudyFullError, StudyNotOpenError, ConsentMissingError)) as it:
        call()
    return it.value.code, it.value.message, it.value.status
