"""Teach simulated learners and compare the teachers."""

import json
import math
from typing import Any

from teaching import Outcome, simulate
from teaching.arguments import (
    Options,
    Parser,
    add_horizon,
    add_json,
    add_seed,
    add_sessions,
    add_teachers,
    add_theta,
    read_codes,
    read_theta,
)

EXAMPLE = "--theta 10xeasy,10xhard --horizon 40 --trials 200"


def add_arguments(parser: Parser) -> None:
    add_theta(parser, default="10xeasy,10xhard")
    add_horizon(parser, default=40)
    add_seed(parser)
    parser.add_argument(
        "--belief",
        metavar="ROWS",
        help="the theta the teachers go by, if it is not the learner's",
    )
    add_teachers(parser, default="GR,LR,RR,RD")
    add_sessions(parser, trials=200)
    add_json(parser, instead_of="a table")


def run(options: Options) -> None:
    outcomes = simulate(
        read_codes(options.teachers),
        truth=read_theta(options.theta),
        belief=None if options.belief is None else read_theta(options.belief),
        horizon=options.horizon,
        trials=options.trials,
        seed=options.seed,
        no_repeat=options.no_repeat,
        delay=options.delay,
    )
    rows = [_summary(code, outcome) for code, outcome in outcomes.items()]
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    print(f"{'':8}{'objective F':>17}{f'recall at T+{options.delay}':>21}")
    for row in rows:
        objective, recall = row["objective"], row["future_recall"]
        print(
            f"{row['teacher']:8}{_plus_minus(objective):>17}{_plus_minus(recall):>21}"
        )


def _summary(code: str, outcome: Outcome) -> dict[str, Any]:
    trials = len(outcome.objective)
    measures = {"objective": outcome.objective, "future_recall": outcome.future_recall}
    summary: dict[str, Any] = {"teacher": code, "trials": trials}
    for name, values in measures.items():
        error = values.std(ddof=1) / math.sqrt(trials) if trials > 1 else None
        summary[name] = {"mean": values.mean(), "standard_error": error}
    return summary


def _plus_minus(measure: dict[str, float | None]) -> str:
    error = measure["standard_error"]
    return f"{measure['mean']:.3f}" + ("" if error is None else f" ± {error:.3f}")
