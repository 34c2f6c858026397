from math import inf

import pytest

from studies.statistics.equivalence import is_equivalent
from studies.statistics.permuting.interval import Interval


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-0.04, 0.04, True),
        (-0.05, 0.04, False),
        (0.01, 0.06, False),
        (-inf, inf, False),
    ],
)
def test_arms_are_equivalent_if_the_interval_is_inside_the_margin(low, high, expected):
    assert is_equivalent(Interval(low, high, 0.9), margin=0.05) is expected


def test_without_a_registered_margin_nothing_is_said():
    assert is_equivalent(Interval(-0.01, 0.01, 0.9), margin=None) is None


def test_a_margin_is_positive():
    with pytest.raises(ValueError, match="margin must be positive"):
        is_equivalent(Interval(-0.01, 0.01, 0.9), margin=0.0)


def test_the_usual_interval_is_too_wide_to_judge_by():
    with pytest.raises(ValueError, match="90 %"):
        is_equivalent(Interval(-0.01, 0.01, 0.95), margin=0.05)
