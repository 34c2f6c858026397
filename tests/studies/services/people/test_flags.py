"""Flags and exclusion rules, without a database."""

import pytest

from studies.services.people.flags import Flag, find_broken_rules, find_flags
from studies.services.people.measures import Measures
from tests.studies.services.monitoring.journeys import make_journey


def flags(rules=None, largest_gap=600.0, **measured):
    return find_flags(
        Measures(make_journey(1), **measured),
        largest_gap_seconds=largest_gap,
        exclusion_rules=rules or {},
    )


@pytest.mark.parametrize(
    ("measured", "flag"),
    [
        ({"longest_gap_seconds": 601}, Flag.LONG_GAP),
        ({"n_cards": 10, "n_missed": 3}, Flag.MISSED),
        ({"n_pastes": 1}, Flag.PASTED),
        ({"n_leaves": 5}, Flag.LEFT_PAGE),
        ({"n_taken_back": 3}, Flag.TAKEN_BACK),
        ({"is_over_full": True}, Flag.OVER_FULL),
        ({"n_unproven": 1}, Flag.UNPROVEN),
        ({"shares_assignment": True}, Flag.SHARED),
        ({"n_codes": 2}, Flag.CODES),
        ({"is_excluded": True}, Flag.EXCLUDED),
    ],
)
def test_what_is_unusual_is_flagged(measured, flag):
    assert flags(**measured) == (flag,)


@pytest.mark.parametrize(
    "measured",
    [
        {"longest_gap_seconds": 600},
        {"n_cards": 15, "n_missed": 3},
        {"n_cards": 2, "n_missed": 2},
        {"n_leaves": 4},
        {"n_taken_back": 2},
        {"n_codes": 1},
    ],
)
def test_what_is_usual_is_not(measured):
    assert flags(**measured) == ()


def test_a_design_without_a_largest_gap_flags_none():
    assert flags(largest_gap=None, longest_gap_seconds=10**6) == ()


@pytest.mark.parametrize(
    ("rule", "measured"),
    [
        ("missed_cards", {"n_unanswered": 6}),
        ("pastes", {"n_pastes": 6}),
        ("blurs", {"n_leaves": 6}),
    ],
)
def test_who_is_beyond_a_rule_is_flagged_and_at_its_limit_not(rule, measured):
    (words,) = find_broken_rules(Measures(make_journey(1), **measured), {rule: 5})

    assert "5" in words
    assert Flag.BEYOND_RULES in flags({rule: 5}, **measured)
    assert Flag.BEYOND_RULES not in flags({rule: 6}, **measured)


def test_a_rule_on_minutes_looks_at_the_way_from_consent_to_the_end():
    slow = Measures(make_journey(1, phase="completed", ended=4))

    assert list(find_broken_rules(slow, {"minutes": 3}))
    assert not list(find_broken_rules(slow, {"minutes": 4}))


def test_who_says_to_have_had_help_is_beyond_that_rule():
    assert flags({"used_help": 0}, has_had_help=True) == (Flag.BEYOND_RULES,)
    assert flags({"used_help": 0}) == ()
    assert flags({}, has_had_help=True) == ()


def test_nonsense_among_the_rules_is_no_rule():
    assert flags({"pastes": "many", "unknown": 1}, n_leaves=1) == ()
