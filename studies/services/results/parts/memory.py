"""Memory: how people learn and forget these concepts, fitted to the learning cards."""

from collections.abc import Sequence

from studies.services.analysis.memory import read_learning
from studies.services.results.comparing import Analysis
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
from studies.services.results.stored import MEMORY
from teaching.fitting import (
    Fit,
    Responses,
    TooFewDataError,
    Validation,
    cross_validate,
    fit_theta,
)
from teaching.fitting.estimates import Estimate
from teaching.fitting.theta import PARAMETERS
from teaching.fitting.validation import FITTED

TITLE = "How people learn this deck"
WHOLE_DECK = "Whole deck"
_RIVALS = {
    "constant": "always the same chance",
    "logistic": "a logistic regression on right and wrong answers and the cards since",
    "fixed": "(6, 2, 0), which the paper's study believed in",
}


def describe_memory(analysis: Analysis) -> Part:
    """Theta of deck, levels and concepts, and how well it foretells answers."""
    responses = read_learning(analysis.data)
    try:
        return _describe(responses)
    except TooFewDataError as error:
        told = str(error)
        return Part(MEMORY, TITLE, sentences=[f"{told[0].upper()}{told[1:]}."])


def _describe(responses: Responses) -> Part:
    deck = fit_theta(responses)
    validation = cross_validate(responses)
    return Part(
        key=MEMORY,
        title=TITLE,
        sentences=[
            _tell_data(responses, validation),
            _tell_theta(deck),
            _tell_losses(validation),
        ],
        tables=[
            *_theta_tables(responses, deck),
            _losses_table(validation),
            _calibration_table(validation),
        ],
        figure=_draw(validation),
    )


def _tell_data(responses: Responses, validation: Validation) -> str:
    return (
        f"Of {len(responses):,} learning cards {len(validation.showings):,} tell how "
        f"people remember: those of concepts that had been shown before. All arms are "
        f"taken together. What somebody knew, by the prequiz or when it was first "
        f"shown, and whoever is excluded is left out."
    )


def _tell_theta(deck: Fit) -> str:
    a, b, c = deck.theta[0]
    return (
        f"Somebody in the middle remembers a concept for 2^({a:.1f} × right answers + "
        f"{b:.1f} × wrong answers + {c:.1f}) cards until the chance to recall it is "
        f"one half. {_tell_spread(deck.spread)}"
    )


def _tell_spread(spread: Estimate) -> str:
    if spread.low == 0:
        return (
            f"That people differ cannot be seen: the spread of their factor of theta "
            f"is at most {spread.high:.2f} (95 %)."
        )
    return (
        f"People differ by a factor of all three; the spread of its logarithm is "
        f"{spread.mean:.2f} (95 % interval {spread.low:.2f} to {spread.high:.2f})."
    )


def _tell_losses(validation: Validation) -> str:
    told = [
        f"{validation.loss(name).mean:.3f} by {words}"
        for name, words in _RIVALS.items()
    ]
    beaten = [name for name in _RIVALS if validation.lead(name).low > 0]
    verdict = {0: "None of them is", len(_RIVALS): "All of them are"}.get(
        len(beaten), f"{len(beaten)} of the {len(_RIVALS)} are"
    )
    return (
        f"Answers of people who were not fitted are foretold with a log loss of "
        f"{validation.loss(FITTED).mean:.3f} (less is better), against "
        f"{', '.join(told[:-1])} and {told[-1]}. {verdict} clearly worse (95 %). In "
        f"the figure, dots on the line “as foretold” are chances that came true."
    )


def _theta_tables(responses: Responses, deck: Fit) -> list[Table]:
    tables = [_theta_table("memory-deck", "Theta of the deck", deck, [WHOLE_DECK])]
    if len(responses.levels.names) > 1:
        levels = fit_theta(responses, by="level")
        names = [name or "no level" for name in levels.groups]
        tables.append(_theta_table("memory-levels", "Theta of levels", levels, names))
    if len(responses.concepts.names) > 1:
        fitted = fit_theta(responses, by="concept")
        title = "Theta of concepts, each leaning towards the others"
        tables.append(_theta_table("memory-concepts", title, fitted, fitted.groups))
    return tables


def _theta_table(key: str, title: str, fitted: Fit, names: Sequence[str]) -> Table:
    columns = [Column("group", "")]
    for name in PARAMETERS:
        columns += [
            Column(name, name, Kind.NUMBER),
            Column(f"{name}_low", "95 % from", Kind.NUMBER),
            Column(f"{name}_high", "to", Kind.NUMBER),
        ]
    columns.append(Column("n", "Answers", Kind.COUNT))
    rows: list[list[Cell]] = [
        [name, *_numbers(fitted, row), int(fitted.n_showings[row])]
        for row, name in enumerate(names)
    ]
    return Table(key, title, columns, rows)


def _numbers(fitted: Fit, row: int) -> list[Cell]:
    ends = (fitted.theta[row], fitted.low[row], fitted.high[row])
    return [float(number) for each in zip(*ends, strict=True) for number in each]


def _losses_table(validation: Validation) -> Table:
    columns = [
        Column("by", "Foretold by"),
        Column("loss", "Log loss", Kind.FINE),
        Column("lead", "More than the fit", Kind.FINE),
        Column("low", "95 % from", Kind.FINE),
        Column("high", "to", Kind.FINE),
    ]
    rows: list[list[Cell]] = [
        ["the fit", validation.loss(FITTED).mean, None, None, None]
    ]
    for name, words in _RIVALS.items():
        lead: Estimate = validation.lead(name)
        rows.append([words, validation.loss(name).mean, *lead])
    return Table("memory-losses", "Log loss of people not fitted", columns, rows)


def _calibration_table(validation: Validation) -> Table:
    columns = [
        Column("group", "Answers, from least likely on"),
        Column("foretold", "Foretold", Kind.SHARE),
        Column("observed", "Observed", Kind.SHARE),
        Column("low", "95 % from", Kind.SHARE),
        Column("high", "to", Kind.SHARE),
        Column("n", "How many", Kind.COUNT),
    ]
    rows: list[list[Cell]] = [
        [str(number), one.foretold, *one.observed, one.n_showings]
        for number, one in enumerate(validation.calibration(), start=1)
    ]
    title = "Recall foretold and observed, of people not fitted"
    return Table("memory-calibration", title, columns, rows)


def _draw(validation: Validation) -> Figure:
    bins = validation.calibration()
    observed = [
        Point(*one.observed, x=round(one.foretold, 2), n=one.n_showings) for one in bins
    ]
    ends = [observed[0].x, observed[-1].x]
    words = (
        "Recall observed against recall foretold, in ten groups of answers. The table "
        "below has the numbers."
    )
    return Figure(
        Shape.LINES,
        words,
        Kind.SHARE,
        [
            Series("Observed", 0, observed),
            Series("As foretold", 1, [Point(end, x=end) for end in ends]),
        ],
        "Chance of recall foretold",
        "Recalled",
    )
