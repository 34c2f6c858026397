"""What the pages of a running study call things."""

import pytest

from studies.models.recruitment import Proof
from studies.templatetags.monitoring import proof_words, time_words


@pytest.mark.parametrize("proof", Proof)
def test_every_arrival_is_told_in_words(proof):
    words = proof_words(proof.value)

    assert words != proof.value
    assert " " in words


def test_what_is_unknown_stays_as_it_is():
    assert proof_words("by foot") == "by foot"


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0.05, "3 s"), (0.99, "59 s"), (0.995, "1.0 min"), (3.44, "3.4 min")],
)
def test_less_than_a_minute_is_told_in_seconds(minutes, words):
    assert time_words(minutes) == words
