"""What came out, in sentences: numbers first, which of them to trust, and why."""

from collections.abc import Iterable, Mapping
from math import isinf, isnan

from studies.statistics.comparison import Comparison
from studies.statistics.numbers import (
    digits_that_agree,
    format_exactly,
    format_limit,
    format_p,
)
from studies.statistics.outcomes import PRIMARY
from studies.statistics.permuting.permutation import ALPHA

CRITERION = "Your registered criterion"
TOO_FEW = "There are too few people to test."
LOOKED_EARLY = "Looked at early; p is not confirmatory."
EXPORTED_EARLY = (
    "Data were exported before the study was closed: if anybody compared the arms in "
    "them, p is not confirmatory."
)
_SHARES = {
    PRIMARY: "Of the {things} they had not known, people taught by {first} knew "
    "{of_first}, by {reference} {of_reference}",
    "net_gain": "From before to after, the share of {things} known rose by {of_first} "
    "in people taught by {first}, by {of_reference} with {reference}",
    "wrong_to_right": "Of all {things}, people taught by {first} had not known and "
    "then knew {of_first}, by {reference} {of_reference}",
    "loss_rate": "Of the {things} they had known, people taught by {first} no longer "
    "knew {of_first}, by {reference} {of_reference}",
}
NEAR = 4
"""So many simulation errors around .05, a p-value could be on either side of it."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def result_sentence(
    comparison: Comparison,
    *,
    first: str,
    reference: str,
    n_comparisons: int = 1,
    things: str = "words",
    criterion: float = ALPHA,
    criterion_name: str = CRITERION,
    outcome: str = PRIMARY,
    is_given_prequiz: bool = False,
    digits: int | None = None,
) -> str:
    """A comparison of the primary outcome, as a researcher would write it.

    ``outcome`` is the name of what was compared, ``criterion`` what the registered
    p-value must fall below: less than .05 after an early look. ``digits`` are those of
    sentences that stand beside it; its own unless told.
    """
    if isnan(comparison.difference):
        return absence_sentence(comparison, first=first, reference=reference)
    digits = count_digits([comparison]) if digits is None else digits
    begin = _SHARES[outcome].format(
        things=things,
        first=first,
        reference=reference,
        of_first=_percent(comparison.mean_first, digits),
        of_reference=_percent(comparison.mean_reference, digits),
    )
    if comparison.is_too_small:
        return f"{begin}. {TOO_FEW}"
    sure = _how_sure(comparison, n_comparisons, digits)
    judgement = _judgement(comparison, n_comparisons, criterion, criterion_name)
    given = "given the prequiz, " if is_given_prequiz else ""
    return f"{begin}: {given}{_more(comparison, digits)} ({sure}). {judgement}"


def brief_result(comparison: Comparison, *, digits: int) -> str:
    """The difference, how sure it is, and Holm's p, for one line of several."""
    if comparison.is_too_small or isnan(comparison.difference):
        return "too few people"
    more, span = _more(comparison, digits), _span(comparison, digits)
    return f"{more}, 95 % interval {span}, Holm {format_p(comparison.holm)}"


def count_digits(comparisons: Iterable[Comparison]) -> int:
    """With how many digits shares and differences of all of them add up as told."""
    told = [
        digits_that_agree(one.mean_first, one.mean_reference, one.difference)
        for one in comparisons
        if not isnan(one.difference)
    ]
    return max(told, default=0)


def absence_sentence(comparison: Comparison, *, first: str, reference: str) -> str:
    """Which of two arms has nobody to compare."""
    counts = {first: comparison.n_first, reference: comparison.n_reference}
    empty = [arm for arm, n_people in counts.items() if not n_people]
    return f"Nobody taught by {' or '.join(empty)} can be analysed yet."


def trust_sentence(*, n_comparisons: int) -> str:
    """Which number to trust, and why."""
    if n_comparisons == 1:
        return "Trust p and the interval: they rest on the random allocation alone."
    return (
        "Trust Holm's p: the more comparisons, the sooner one of them looks like a "
        "difference by chance. The interval says how large it may be."
    )


def error_sentence(comparison: Comparison, *, first: str) -> str:
    """How much a p near the border would differ by other shuffles; else empty."""
    if comparison.is_too_small:
        return ""
    p, error = comparison.p, comparison.simulation_error
    adjusted = error * comparison.holm / p
    reaches = ((p, error), (comparison.holm, adjusted))
    if error == 0 or all(abs(one - ALPHA) > NEAR * reach for one, reach in reaches):
        return ""
    told, holm, off = (format_exactly(n, 4) for n in (p, comparison.holm, error))
    return (
        f"{first}: p = {told} (Holm {holm}) comes from drawn shuffles, with a "
        f"simulation error of about {off}: values that differ by no more than a few "
        "times that agree."
    )


def count_shuffles(comparisons: Mapping[str, Comparison]) -> str:
    """Of how many shuffles each p is a share, arm by arm where that differs."""
    told = {
        arm: f"all {one.n_shuffles:,} that there are"
        if one.is_exact
        else f"{one.n_shuffles:,} drawn by chance"
        for arm, one in comparisons.items()
    }
    if len(told) > 1 and len(set(told.values())) == 1:
        return f"shuffles: {next(iter(told.values()))}, for each comparison"
    if len(told) > 1:
        each = [f"{words} for {arm}" for arm, words in told.items()]
        return f"shuffles: {', '.join(each)}"
    return f"shuffles: {next(iter(told.values()), 'none')}"


def is_met(comparison: Comparison, *, criterion: float = ALPHA) -> bool:
    """Whether the registered criterion is met; Holm's p is p if there is but one."""
    return not comparison.is_too_small and comparison.holm < criterion


def early_look_note(
    *, is_registered: bool, has_topped_up: bool, has_exported: bool = False
) -> str:
    """What is said of results somebody had seen before the end; empty if nothing."""
    if has_topped_up or not is_registered:
        return LOOKED_EARLY
    return EXPORTED_EARLY if has_exported else ""


def equivalence_sentence(
    comparison: Comparison, *, margin: float, verdict: bool
) -> str:
    """Whether the arms are as good as equal, by the margin that was registered."""
    # The decision falls at a border, where whole points would hide it.
    low, high = _points(comparison.narrow.low, comparison.narrow.high, digits=1)
    inside = "lies inside" if verdict else "does not lie inside"
    return (
        f"The 90 % interval, {low} to {high} percentage points, {inside} the "
        f"registered margin of {100 * margin:g}: equivalence is "
        f"{'' if verdict else 'not '}shown."
    )


def _more(comparison: Comparison, digits: int) -> str:
    if comparison.difference == 0:
        return "as many"
    (points,) = _points(abs(comparison.difference), digits=digits)
    word = _direction(comparison.difference)
    return f"{points} percentage point{'' if points == '1' else 's'} {word}"


def _how_sure(comparison: Comparison, n_comparisons: int, digits: int) -> str:
    told = f"95 % interval {_span(comparison, digits)}"
    p = f"permutation p {_equals(comparison.p)}"
    if n_comparisons == 1:
        return f"{told}; {p}"
    number = _in_words(n_comparisons)
    holm = format_p(comparison.holm)
    return f"{told}, not adjusted for {number} comparisons; {p}, Holm {holm}"


def _span(comparison: Comparison, digits: int) -> str:
    """The interval in the direction of the difference, or each end with its own."""
    low, high = comparison.interval.low, comparison.interval.high
    least, most = _points(abs(low), abs(high), digits=digits)
    if low >= 0 and comparison.difference > 0:
        return f"{least} to {most}"
    if high <= 0 and comparison.difference < 0:
        return f"{most} to {least}"
    return f"{least} {_direction(low)} to {most} {_direction(high)}"


def _direction(difference: float) -> str:
    return "fewer" if difference < 0 else "more"


def _judgement(
    comparison: Comparison, n_comparisons: int, criterion: float, criterion_name: str
) -> str:
    name = "p" if n_comparisons == 1 else "Holm"
    met = "met" if is_met(comparison, criterion=criterion) else "not met"
    bar = format_limit(criterion)
    return f"{criterion_name} ({name} below {bar}) is {met}."


def _points(*values: float, digits: int = 0) -> list[str]:
    """Percentage points, with as many digits as keep every sign."""
    while digits < 4 and any(_loses_sign(value, digits) for value in values):
        digits += 1
    return [_point(value, digits) for value in values]


def _loses_sign(value: float, digits: int) -> bool:
    return value != 0 and round(100 * value, digits) == 0


def _point(value: float, digits: int) -> str:
    if isinf(value):
        return "minus infinity" if value < 0 else "infinitely many"
    # Adding 0 makes a plain zero of a negative one.
    rounded = round(100 * value, digits) + 0.0
    return f"{rounded:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f} %"


def _equals(p: float) -> str:
    shown = format_p(p)
    return shown if shown.startswith("<") else f"= {shown}"


def _in_words(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
