"""The text to register has everything that the design fixes."""

from decimal import Decimal

import pytest

from studies.services.design.preregistration import NOT_SAID, write_preregistration
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db
PART = {
    "pay_amount": Decimal(1),
    "fee_percent": Decimal(0),
    "pays_withdrawn": True,
    "partial_pay_amount": Decimal("0.4"),
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "a permutation test of Welch’s t, labels shuffled within"),
        ({"primary_test": "ancova"}, "given the share right at prequiz"),
        ({"primary_outcome": "net_gain"}, "share right after minus share right before"),
        ({}, "the criterion is an adjusted p below .05"),
        ({}, "Results are not looked at before the end."),
        ({"primary_outcome": "net_gain"}, "described: of the concepts wrong before"),
        ({"n_planned_looks": 2}, "looked at 2 times before the end"),
        ({"equivalence_margin": 0.05}, "within 5 percentage points of 0"),
        ({"exclusion_rules": {"used_help": 0}}, "- "),
        ({"reference_arm": "RD"}, "Reference arm: RD."),
        ({}, f"Reference arm: {NOT_SAID}."),
        ({}, "10 places: teacher RD, “Random” shows any card, by chance. Memory"),
        ({}, "Memory it believes in: as the deck says of each concept."),
        (PART, "Who stops early or runs out of time is paid in part: 0.40 USD"),
        ({**PART, "partial_pay_text": "40 cents"}, "0.40 USD; participants read: “40"),
    ],
)
def test_what_was_chosen_is_in_the_text(changes, words):
    study = make_study(state="draft", **changes)

    assert words in write_preregistration(study)
