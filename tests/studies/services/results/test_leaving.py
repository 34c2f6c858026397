"""What is told of those who left."""

from dataclasses import replace

import pytest

from studies.services.results.parts.attrition import tell_tip
from studies.statistics.attrition import TippingPoint
from tests.studies.statistics.test_sentences import FOUND


@pytest.mark.parametrize(
    ("tip", "verdict"),
    [
        (0.3, "This can happen"),
        (0.56, "This cannot happen"),
        (1.4, "This cannot happen"),
        (0.0, "there is no difference"),
        (float("inf"), "nobody left"),
    ],
)
def test_every_tipping_point_has_a_verdict(tip, verdict):
    found = replace(FOUND, mean_first=0.57, mean_reference=0.45)

    assert verdict in tell_tip(found, TippingPoint(tip, 0.0), "newly_known")
