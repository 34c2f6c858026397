from urllib.parse import parse_qsl

import pytest

from studies.errors import InvalidError
from studies.recruitment import Terms, identify, read_arrival
from studies.recruitment.personal import personal_query

TERMS = Terms(sign=lambda text: f"<{text}>")


def query_of(label, terms=TERMS):
    return dict(parse_qsl(personal_query(label, terms)[1:]))


def test_a_personal_link_proves_who_comes():
    identity = identify(read_arrival(query_of("p01")), TERMS)

    assert (identity.key, identity.external_id) == ("P01", "p01")
    assert identity.is_proof


def test_nobody_comes_by_the_link_of_another():
    forged = {**query_of("P01"), "label": "P02"}

    with pytest.raises(InvalidError):
        identify(read_arrival(forged), TERMS)


@pytest.mark.parametrize("signature", ["", "x", "ä"])
def test_nobody_makes_a_link_up(signature):
    forged = {"label": "P01", "signature": signature}

    with pytest.raises(InvalidError):
        identify(read_arrival(forged), TERMS)
