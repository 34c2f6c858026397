from dataclasses import replace
from math import inf

import pytest

from studies.statistics.comparison import Comparison
from studies.statistics.permuting.interval import Interval
from studies.statistics.sentences import (
    LOOKED_EARLY,
    count_shuffles,
    early_look_note,
    equivalence_sentence,
    error_sentence,
    format_p,
    is_met,
    result_sentence,
    trust_sentence,
)

FOUND = Comparison(
    n_first=20,
    n_reference=20,
    mean_first=0.57,
    mean_reference=0.48,
    difference=0.09,
    t=2.2,
    p=0.03,
    holm=0.06,
    interval=Interval(0.01, 0.17),
    narrow=Interval(0.02, 0.16, 0.9),
    smallest_p=0.0001,
    n_shuffles=9999,
    is_exact=False,
)


def sentence(n_comparisons=1, **changes):
    found = replace(FOUND, **changes)
    if "mean_first" not in changes:
        found = replace(found, mean_first=found.mean_reference + found.difference)
    return result_sentence(
        found, first="GR", reference="RR", n_comparisons=n_comparisons
    )


def test_the_sentence_is_that_of_the_specification():
    assert sentence(n_comparisons=3) == (
        "Of the words they had not known, people taught by GR knew 57 %, by RR 48 %: "
        "9 percentage points more (95 % interval 1 to 17, not adjusted for three "
        "comparisons; permutation p = .03, Holm .06). Your registered criterion "
        "(Holm below .05) is not met."
    )


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ({}, "none"),
        ({"LR": 9999}, "9,999 drawn by chance"),
        ({"LR": 36}, "all 36 that there are"),
        ({"LR": 36, "RR": 36}, "all 36 that there are, for each comparison"),
        (
            {"LR": 36, "RR": 9999},
            "all 36 that there are for LR, 9,999 drawn by chance for RR",
        ),
    ],
)
def test_shuffles_are_counted_for_each_comparison(numbers, told):
    found = {
        arm: replace(FOUND, n_shuffles=n, is_exact=n < 9999)
        for arm, n in numbers.items()
    }

    assert count_shuffles(found) == f"shuffles: {told}"


def test_one_comparison_needs_no_holm():
    found = sentence(holm=0.03)

    assert "(95 % interval 1 to 17; permutation p = .03)" in found
    assert found.endswith("Your registered criterion (p below .05) is met.")


def test_a_difference_the_other_way_is_fewer():
    means = {"mean_first": 0.47, "mean_reference": 0.48, "difference": -0.01}
    found = sentence(**means, interval=Interval(-0.08, 0.06), p=0.8, holm=0.8)

    assert "1 percentage point fewer (95 % interval 8 fewer to 6 more;" in found


@pytest.mark.parametrize(
    ("difference", "interval", "told"),
    [
        (0.09, (0.01, 0.17), "9 percentage points more (95 % interval 1 to 17;"),
        (-0.09, (-0.17, -0.01), "9 percentage points fewer (95 % interval 1 to 17;"),
        (0.09, (-0.01, 0.19), "more (95 % interval 1 fewer to 19 more;"),
        (-0.07, (-0.16, 0.02), "fewer (95 % interval 16 fewer to 2 more;"),
        (-0.07, (-inf, 0.02), "(95 % interval infinitely many fewer to 2 more;"),
    ],
)
def test_an_interval_goes_the_way_of_its_word_or_says_where(difference, interval, told):
    means = {"mean_first": 0.5 + difference, "mean_reference": 0.5}

    found = sentence(**means, difference=difference, interval=Interval(*interval))

    assert told in found


def test_a_difference_agrees_with_the_shares_beside_it():
    found = sentence(mean_first=0.508, mean_reference=0.484, difference=0.024)

    assert "knew 50.8 %, by RR 48.4 %: 2.4 percentage points more" in found
    assert "(95 % interval 1.0 to 17.0;" in found


def test_no_difference_is_never_called_no_effect():
    found = sentence(difference=0.0, interval=Interval(-0.08, 0.08), p=1.0, holm=1.0)

    assert ": as many (95 % interval 8 fewer to 8 more; permutation p = 1.00)" in found
    assert "effect" not in found
    assert "not met" in found


def test_an_interval_that_spares_zero_does_not_print_zero():
    found = sentence(interval=Interval(0.0004, 0.17), p=0.0499, holm=0.0499)

    assert "interval 0.04 to 17.00; permutation p = .0499" in found


def test_too_few_people_are_not_tested():
    found = sentence(smallest_p=0.1, interval=Interval(-inf, inf))

    assert found == (
        "Of the words they had not known, people taught by GR knew 57 %, by RR 48 %. "
        "There are too few people to test."
    )


def test_a_criterion_may_be_stricter_after_an_early_look():
    found = replace(FOUND, holm=0.0495)

    text = result_sentence(found, first="GR", reference="RR", criterion=0.049)

    assert text.endswith("(p below .049) is not met.")
    assert (is_met(found), is_met(found, criterion=0.049)) == (True, False)


def test_nothing_is_met_by_too_few_people():
    assert not is_met(replace(FOUND, smallest_p=0.1, holm=0.01))


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        (0.03, ".03"),
        (0.0004, "< .001"),
        (0.0031, ".003"),
        (0.0497, ".0497"),
        (0.0503, ".0503"),
        (0.05, ".05"),
        (0.0099, ".01"),
        (1.0, "1.00"),
    ],
)
def test_p_is_short_and_never_rounded_to_the_criterion(p, expected):
    assert format_p(p) == expected


@pytest.mark.parametrize(
    ("is_registered", "has_topped_up", "expected"),
    [(True, False, ""), (False, False, LOOKED_EARLY), (True, True, LOOKED_EARLY)],
)
def test_early_looks_are_confessed(is_registered, has_topped_up, expected):
    note = early_look_note(is_registered=is_registered, has_topped_up=has_topped_up)

    assert note == expected


@pytest.mark.parametrize(("n", "number"), [(1, "Trust p"), (3, "Trust Holm's p")])
def test_it_is_said_which_number_to_trust(n, number):
    assert trust_sentence(n_comparisons=n).startswith(number)


@pytest.mark.parametrize(
    ("verdict", "end"), [(True, "is shown."), (False, "is not shown.")]
)
def test_equivalence_is_told_by_its_interval(verdict, end):
    found = equivalence_sentence(FOUND, margin=0.2, verdict=verdict)

    assert "90 % interval, 2.0 to 16.0 percentage points" in found
    assert "registered margin of 20" in found
    assert found.endswith(end)


@pytest.mark.parametrize(("p", "holm"), [(0.054, 0.054), (0.0265, 0.053)])
def test_a_p_near_the_border_comes_with_its_simulation_error(p, holm):
    found = replace(FOUND, p=p, holm=holm)

    told = error_sentence(found, first="GR")

    error = (p * (1 - p) / 9999) ** 0.5
    assert f"simulation error of about {error:.4f}".replace("0.", ".") in told


@pytest.mark.parametrize(
    "changes",
    [{"p": 0.02, "holm": 0.02}, {"p": 0.054, "holm": 0.054, "is_exact": True}],
)
def test_a_p_far_from_the_border_or_exact_needs_no_error(changes):
    assert error_sentence(replace(FOUND, **changes), first="GR") == ""
