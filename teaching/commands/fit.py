"""Fit theta to the answers of people, and say how well that foretells them."""

import csv
import json
from pathlib import Path
from typing import Any

from teaching.arguments import Options, Parser, add_json
from teaching.extras import needed_for
from teaching.fitting import Fit, Responses, Validation, cross_validate, fit_theta
from teaching.fitting.baselines import BASELINES
from teaching.fitting.estimates import Estimate
from teaching.fitting.tables import read_responses
from teaching.fitting.theta import BY, PARAMETERS
from teaching.fitting.validation import FITTED

EXAMPLE = "responses.csv --by level"

_NAMES = {
    FITTED: "the fit",
    "constant": "always the same chance",
    "logistic": "logistic regression",
    "fixed": "(6, 2, 0)",
}


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "responses",
        type=Path,
        metavar="RESPONSES.csv",
        help="a card per row: participant, phase, step, concept, recalled and, if "
        "there is one, level; the app exports it",
    )
    parser.add_argument(
        "--by", choices=BY, default="deck", help="what shares a theta (default: deck)"
    )
    parser.add_argument(
        "--postquiz-delay",
        type=int,
        metavar="STEPS",
        help="count the postquiz, as if asked so many steps after the last card",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write fit.json, theta.csv and the calibration figure there",
    )
    add_json(parser, instead_of="tables")


def run(options: Options) -> None:
    responses = read_responses(options.responses, quiz_delay=options.postquiz_delay)
    fitted = fit_theta(responses, by=options.by)
    validation = cross_validate(responses, by=options.by)
    told = _as_json(responses, fitted, validation)
    if options.json:
        print(json.dumps(told, indent=2))
    else:
        _print(responses, fitted, validation)
    if options.out:
        _write(options.out, fitted, validation, told)


def _print(responses: Responses, fitted: Fit, validation: Validation) -> None:
    showings, people = len(validation.showings), len(responses.people.names)
    print(f"{showings} of {len(responses)} answers of {people} people tell something.")
    spread = fitted.spread
    print(
        f"People differ by a spread of {spread.mean:.2f} "
        f"({spread.low:.2f} to {spread.high:.2f}); theta is that of the middle.\n"
    )
    _print_theta(fitted)
    print("\nLog loss of people who were not fitted; by how much the fit loses less:")
    for name in (FITTED, *BASELINES):
        lead = f"{_interval(validation.lead(name), 4):>28}" if name != FITTED else ""
        print(f"{_NAMES[name]:24}{validation.loss(name).mean:8.4f}{lead}".rstrip())
    print("\nforetold  observed  95 % interval  answers")
    for share in validation.calibration():
        low, high = share.observed.low, share.observed.high
        print(
            f"{share.foretold:8.3f}{share.observed.mean:10.3f}"
            f"   {low:.3f} to {high:.3f}{share.n_showings:9}"
        )


def _print_theta(fitted: Fit) -> None:
    width = max(12, *(len(name) + 2 for name in fitted.groups))
    head = "".join(f"{name:>26}" for name in PARAMETERS)
    print(f"{'':{width}}{head}{'answers':>9}")
    for row, (name, leans) in enumerate(
        zip(fitted.groups, fitted.leans(), strict=True)
    ):
        cells = [f"{_interval(each, 2):>26}" for each in _estimates(fitted, row)]
        note = "  leans on the others" if leans else ""
        print(f"{name:{width}}{''.join(cells)}{fitted.n_showings[row]:9}{note}")


def _interval(estimate: Estimate, digits: int) -> str:
    mean, low, high = (f"{number:.{digits}f}" for number in estimate)
    return f"{mean} ({low} to {high})"


def _estimates(fitted: Fit, row: int) -> list[Estimate]:
    columns = (fitted.theta[row], fitted.low[row], fitted.high[row])
    return [Estimate(*map(float, numbers)) for numbers in zip(*columns, strict=True)]


def _as_json(
    responses: Responses, fitted: Fit, validation: Validation
) -> dict[str, Any]:
    return {
        "answers": len(responses),
        "telling": len(validation.showings),
        "people": len(responses.people.names),
        "by": fitted.by,
        "spread": fitted.spread._asdict(),
        "groups": [_group_as_json(fitted, row) for row in range(len(fitted.groups))],
        "log_loss": {name: validation.loss(name)._asdict() for name in _NAMES},
        "lead": {name: validation.lead(name)._asdict() for name in BASELINES},
        "calibration": [
            share._asdict() | {"observed": share.observed._asdict()}
            for share in validation.calibration()
        ],
    }


def _group_as_json(fitted: Fit, row: int) -> dict[str, Any]:
    estimates = zip(PARAMETERS, _estimates(fitted, row), strict=True)
    return {
        "group": fitted.groups[row],
        **{name: estimate._asdict() for name, estimate in estimates},
        "answers": int(fitted.n_showings[row]),
        "people": int(fitted.n_people[row]),
        "leans_on_the_others": fitted.leans()[row],
    }


def _write(
    folder: Path, fitted: Fit, validation: Validation, told: dict[str, Any]
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fit.json").write_text(json.dumps(told, indent=2), encoding="utf-8")
    with (folder / "theta.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        ends = ("", "_low", "_high")
        columns = [name + end for name in PARAMETERS for end in ends]
        table.writerow(["group", *columns, "answers"])
        for row, name in enumerate(fitted.groups):
            numbers = [part for each in _estimates(fitted, row) for part in each]
            table.writerow([name, *numbers, fitted.n_showings[row]])
    _draw(folder, validation)


def _draw(folder: Path, validation: Validation) -> None:
    # Importing matplotlib takes longer than the fit.
    with needed_for("figures", "figures"):
        from teaching.figures.calibration import draw_calibration
    draw_calibration(validation).save(folder)
