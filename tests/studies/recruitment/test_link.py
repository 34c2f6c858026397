import pytest

from studies.errors import InvalidError
from studies.recruitment import Arrival, identify


def test_a_nonce_makes_a_double_click_one_person():
    assert identify(Arrival(nonce="abc")) == identify(Arrival(nonce="abc"))


def test_the_case_of_a_nonce_counts():
    assert identify(Arrival(nonce="abc")).key != identify(Arrival(nonce="ABC")).key


def test_without_a_nonce_it_is_always_somebody_new():
    assert identify(Arrival()).key != identify(Arrival()).key


def test_an_open_link_believes_no_id():
    claimed = identify(Arrival(person="A1X", assignment="AS1", nonce="abc"))

    assert claimed == identify(Arrival(nonce="abc"))
    assert (claimed.external_id, claimed.assignment) == ("", "")


def test_a_nonce_is_known_by_its_hash_alone():
    identity = identify(Arrival(nonce="n0nce"))

    assert "n0nce" not in repr(identity)
    assert len(identity.key) == 64


def test_nonsense_is_no_nonce():
    with pytest.raises(InvalidError):
        identify(Arrival(nonce="a\x00"))
