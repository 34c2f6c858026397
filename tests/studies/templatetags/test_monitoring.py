"""What the pages of a running study call things."""

import pytest

from studies.models.recruitment import Proof
from studies.templatetags.monitoring import proof_words


@pytest.mark.parametrize("proof", Proof)
def test_every_arrival_is_told_in_words(proof):
    words = proof_words(proof.value)

    assert words != proof.value
    assert " " in words


def test_what_is_unknown_stays_as_it_is():
    assert proof_words("by foot") == "by foot"
