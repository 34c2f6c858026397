"""Links that Prolific signs, checked by keys that come over HTTP."""

import jwt
import pytest

from studies.errors import UnsignedError
from studies.models import ArrivalRecord, TeachingSession
from studies.recruitment import read_arrival
from studies.services.enrolment.joining import find_known_session, join_study
from studies.services.links.signing_keys import (
    ASK_AGAIN_SECONDS,
    FRESH_SECONDS,
    KeyRing,
)
from tests.studies.enlisted import IDS
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db
OTHER_ID = "8f0c8a366f0c4a539d3c6a0d"


@pytest.fixture
def study(db):
    options = {"prolific": {"requires_signature": True}}
    return make_study(recruiters=["prolific"], recruiter_options=options)


def come(study, token="", **ids):
    query = {**IDS, **ids, **({"prolific_token": token} if token else {})}
    arrival = read_arrival(query)
    find_known_session(study, arrival)
    return join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)


def test_of_a_signed_link_key_and_time_are_stored_and_never_the_token(study, prolific):
    token = prolific.sign()

    assert come(study, token).is_new

    arrival = ArrivalRecord.objects.get()
    assert (arrival.key_id, arrival.at, arrival.proof) == ("key-1", NOON, "first")
    assert (arrival.task, arrival.assignment) == (IDS["STUDY_ID"], IDS["SESSION_ID"])
    assert not any(part in str(vars(arrival)) for part in token.split("."))


def test_who_comes_back_by_a_signed_link_has_proved_it(study, prolific):
    come(study, prolific.sign())
    later = {**IDS, "SESSION_ID": OTHER_ID}

    again = come(study, prolific.sign(ids=later), SESSION_ID=OTHER_ID)

    assert (again.is_new, again.is_proved) == (False, True)
    assert [arrival.proof for arrival in ArrivalRecord.objects.order_by("pk")] == [
        *("first", "signed")
    ]


def test_keys_are_asked_for_once(study, prolific):
    come(study, prolific.sign())
    come(study, prolific.sign())

    assert prolific.n_asked == 1


FORGED = {
    "none": lambda keys: "",
    "nonsense": lambda keys: "a.b.c",
    "too long": lambda keys: "a" * 5000,
    "another person": lambda keys: keys.sign(ids={**IDS, "PROLIFIC_PID": OTHER_ID}),
    "another submission": lambda keys: keys.sign(ids={**IDS, "SESSION_ID": OTHER_ID}),
    "their other study": lambda keys: keys.sign(ids={**IDS, "STUDY_ID": OTHER_ID}),
    "our other study": lambda keys: keys.sign(aud="http://testserver/join/x/"),
    "another server": lambda keys: keys.sign(aud="https://evil.example/join/study/"),
    "no audience": lambda keys: keys.sign(aud=None),
    "nobody's ids": lambda keys: keys.sign(prolific=None),
    "too old": lambda keys: keys.sign(expires_in=-90),
    "another's key": lambda keys: jwt.encode(
        {"exp": 9e9, "aud": "http://testserver/join/study/", "prolific": IDS},
        "x" * 32,
        algorithm="HS256",
        headers={"kid": "key-1"},
    ),
    "no signature": lambda keys: jwt.encode(
        {"exp": 9e9, "aud": "http://testserver/join/study/", "prolific": IDS},
        None,
        algorithm="none",
        headers={"kid": "key-1"},
    ),
    "an unknown key": lambda keys: jwt.encode(
        {"exp": 9e9},
        keys.private["key-1"],
        algorithm="RS256",
        headers={"kid": "key-9"},
    ),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_link_that_prolific_did_not_sign_leads_nowhere(study, prolific, forged):
    with pytest.raises(UnsignedError):
        come(study, FORGED[forged](prolific))

    assert not TeachingSession.objects.exists()


@pytest.mark.parametrize(
    "audience", ["testserver", "http://testserver", ["x", "http://testserver/"]]
)
def test_a_link_may_be_signed_for_the_whole_domain(study, prolific, audience):
    assert come(study, prolific.sign(aud=audience)).is_new


def test_clocks_may_differ_a_little(study, prolific):
    assert come(study, prolific.sign(expires_in=-30)).is_new


def test_where_no_signature_is_asked_for_none_is_looked_at(prolific):
    study = make_study(recruiters=["prolific"])

    assert come(study, "a.b.c").is_new
    assert (prolific.n_asked, ArrivalRecord.objects.get().key_id) == (0, "")


def test_a_new_key_is_found_at_once_and_an_invented_one_asked_for_seldom(prolific):
    ring = KeyRing(prolific.address)
    assert ring.find("key-1", now=0) is not None
    prolific.pool.keys.add("key-2")
    assert ring.find("key-2", now=1) is not None

    times = (2, 3, 1 + ASK_AGAIN_SECONDS, 2 + ASK_AGAIN_SECONDS)
    assert not any(ring.find("invented", now=now) for now in times)

    assert prolific.n_asked == 4
    del prolific.private["key-2"]


def test_a_key_that_is_withdrawn_ends(prolific):
    prolific.pool.keys.add("key-3")
    ring = KeyRing(prolific.address)
    assert ring.find("key-3", now=0) is not None
    del prolific.private["key-3"]

    assert ring.find("key-3", now=FRESH_SECONDS) is None


@pytest.mark.parametrize("status", [500, 404])
def test_known_keys_stay_while_prolific_is_away(prolific, status):
    ring = KeyRing(prolific.address)
    ring.find("key-1", now=0)
    prolific.be_away(status)

    assert ring.find("key-1", now=FRESH_SECONDS) is not None
