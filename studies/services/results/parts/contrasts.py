"""The comparisons: permutation test, Holm, interval; ANCOVA and GEE beside it."""

from collections.abc import Iterator
from math import exp, isfinite

from studies.models.study import PrimaryTest
from studies.services.results.comparing import Analysis, Comparisons
from studies.services.results.shapes import (
    Cell,
    Column,
    Figure,
    Kind,
    Part,
    Point,
    Series,
    Shape,
    Table,
)
from studies.services.results.wording import THINGS, list_words
from studies.statistics.comparison import Comparison
from studies.statistics.equivalence import is_equivalent
from studies.statistics.sentences import (
    count_digits,
    count_shuffles,
    equivalence_sentence,
    error_sentence,
    is_met,
    result_sentence,
    trust_sentence,
)

NUMBERS = [
    Column("n", "People", Kind.COUNT),
    Column("n_reference", "in the reference", Kind.COUNT),
    Column("difference", "Difference", Kind.POINTS),
    Column("low", "95 % from", Kind.POINTS),
    Column("high", "to", Kind.POINTS),
    Column("p", "p", Kind.P),
    Column("holm", "Holm", Kind.P),
]

_STATISTICS = {
    PrimaryTest.WELCH: "Welch’s t",
    PrimaryTest.ANCOVA: "the arm’s robust t given the prequiz (ANCOVA)",
}
_TITLES = {
    PrimaryTest.WELCH: "The means as they are (Welch’s t by shuffles)",
    PrimaryTest.ANCOVA: "Given the prequiz (ANCOVA by the same shuffles)",
}


def numbers_of(one: Comparison) -> list[Cell]:
    """The cells of ``NUMBERS``; nothing is said of what is too small to test."""
    counts: list[Cell] = [one.n_first, one.n_reference, one.difference]
    if one.is_too_small:
        return [*counts, None, None, None, None]
    return [*counts, one.interval.low, one.interval.high, one.p, one.holm]


def describe_contrasts(analysis: Analysis) -> Part:
    """Every arm against the reference, with what to trust."""
    found, plan = analysis.compare(), analysis.plan
    return Part(
        key="comparisons",
        title=f"The arms against {plan.reference}",
        sentences=[
            trust_sentence(n_comparisons=max(len(found), 1)),
            f"Permutation test of {_STATISTICS[plan.test]}: labels of places, "
            "empty ones too, shuffled within those blocks of the allocation that hold "
            f"somebody analysed; {count_shuffles(found)}. The interval holds every "
            "difference that this very test does not reject.",
            "The first table has the design’s test. The other two are secondary: "
            "they may make it more or less believable, and replace nothing.",
            *filter(None, (error_sentence(one, first=a) for a, one in found.items())),
            *_too_few(found),
            *_equivalence(analysis, found),
        ],
        tables=[
            _main(analysis, found),
            _other_test(analysis),
            _gee(analysis),
        ],
        figure=_figure(analysis, found),
    )


def _too_few(found: Comparisons) -> Iterator[str]:
    if small := [arm for arm, one in found.items() if one.is_too_small]:
        yield (
            f"Too few people to test: {list_words(small)}. No other number decides it "
            "instead: an odds ratio of so few people, here or by a mixed model in R, "
            "is no evidence."
        )


def tell_comparisons(analysis: Analysis) -> list[str]:
    """One sentence for each arm, as a researcher would write it."""
    found, plan = analysis.compare(), analysis.plan
    digits = count_digits(found.values())
    return [
        result_sentence(
            one,
            first=arm,
            reference=plan.reference,
            n_comparisons=len(found),
            things=THINGS,
            criterion_name=plan.criterion_name,
            criterion=plan.looks.criterion(is_closed=plan.is_closed),
            outcome=plan.outcome,
            is_given_prequiz=plan.test == PrimaryTest.ANCOVA,
            digits=digits,
        )
        for arm, one in found.items()
    ]


def _equivalence(analysis: Analysis, found: Comparisons) -> Iterator[str]:
    margin = analysis.plan.margin
    if margin is None:
        return
    for arm, one in found.items():
        verdict = is_equivalent(one.narrow, margin=margin)
        if verdict is not None and not one.is_too_small:
            told = equivalence_sentence(one, margin=margin, verdict=verdict)
            yield f"{arm} and {analysis.plan.reference}: {told}"


def _main(analysis: Analysis, found: Comparisons) -> Table:
    plan = analysis.plan
    criterion = plan.looks.criterion(is_closed=plan.is_closed)
    columns = [
        Column("arm", f"Arm against {plan.reference}"),
        *(
            Column("mean", "Mean", Kind.SHARE),
            Column("mean_reference", "Mean of the reference", Kind.SHARE),
        ),
        *NUMBERS,
        Column(
            "t",
            "Welch’s t" if plan.test == PrimaryTest.WELCH else "Robust t",
            Kind.NUMBER,
        ),
        Column("is_met", "Criterion met", Kind.YES),
    ]
    rows = [
        [
            *(arm, one.mean_first, one.mean_reference, *numbers_of(one)),
            *(one.t, None if one.is_too_small else is_met(one, criterion=criterion)),
        ]
        for arm, one in found.items()
    ]
    return Table("comparisons", "Primary outcome", columns, rows)


def _other_test(analysis: Analysis) -> Table:
    """The comparisons by the test that was not registered."""
    (other,) = set(PrimaryTest) - {analysis.plan.test}
    columns = [Column("arm", f"Arm against {analysis.plan.reference}"), *NUMBERS]
    found = analysis.compare(test=other)
    rows = [[arm, *numbers_of(one)] for arm, one in found.items()]
    return Table(other.value, _TITLES[other], columns, rows)


def _gee(analysis: Analysis) -> Table:
    columns = [
        Column("arm", f"Arm against {analysis.plan.reference}"),
        Column("n", "People", Kind.COUNT),
        Column("n_pairs", "Pairs", Kind.COUNT),
        Column("odds_ratio", "Odds ratio", Kind.NUMBER),
        Column("low", "95 % from", Kind.NUMBER),
        Column("high", "to", Kind.NUMBER),
        Column("p", "p", Kind.P),
        Column("correlation", "Correlation within a person", Kind.NUMBER),
    ]
    rows = []
    for arm in analysis.plan.others:
        one = analysis.fit_gee(arm)
        ratios = [_exp(number) for number in (one.log_odds_ratio, one.low, one.high)]
        rows.append([arm, one.n_people, one.n_pairs, *ratios, one.p, one.correlation])
    title = "Answers to concepts not known before, a person’s together (GEE)"
    return Table("gee", title, columns, rows)


def _exp(number: float) -> float | None:
    # An odds ratio beyond this is no estimate.
    return exp(number) if isfinite(number) and number < 50 else None


def line_of(name: str, one: Comparison, colour: int = 0) -> Series:
    """A comparison as a line of a figure of intervals."""
    if one.is_too_small:
        return Series(name, colour, [Point(one.difference)])
    interval = one.interval
    n = one.n_first + one.n_reference
    return Series(
        name, colour, [Point(one.difference, interval.low, interval.high, n=n)]
    )


def _figure(analysis: Analysis, found: Comparisons) -> Figure:
    plan = analysis.plan
    lines = [
        line_of(f"{arm} against {plan.reference}", one, plan.arms.index(arm))
        for arm, one in found.items()
    ]
    return intervals(lines, f"Differences from {plan.reference} and their intervals")


def intervals(lines: list[Series], words: str) -> Figure:
    """A figure of differences in percentage points."""
    return Figure(
        Shape.INTERVALS,
        f"{words}. The table below has the numbers.",
        Kind.POINTS,
        lines,
        x_label="Percentage points more than the reference",
    )
