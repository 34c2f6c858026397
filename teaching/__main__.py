"""The command line: ``python -m teaching``."""

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

from teaching import (
    TEACHERS,
    HalfLifeModel,
    History,
    Outcome,
    create_teacher,
    simulate,
)
from teaching.theta import parse_theta

Options = argparse.Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong input is answered in one sentence, with exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except ValueError as error:
        print(f"teaching {options.command}: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m teaching",
        description="Teach many concepts to a forgetful learner: the mathematics.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_add_simulate, _add_next):
        add(commands)
    return parser


def _add_command(
    commands: Any,
    name: str,
    run: Callable[[Options], None],
    *,
    about: str,
    example: str,
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"example:\n  python -m teaching {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_theta(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    parser.add_argument(
        "--theta",
        type=str,
        default=default,
        required=default is None,
        metavar="ROWS",
        help="one (a, b, c) per concept: JSON, [[10, 5, 0], ...], or groups, "
        "10xeasy,10xhard" + (f" (default: {default})" if default else ""),
    )


def _add_session(parser: argparse.ArgumentParser, *, horizon: int | None) -> None:
    parser.add_argument(
        "--horizon",
        type=int,
        default=horizon,
        required=horizon is None,
        metavar="T",
        help="steps in a session" + (f" (default: {horizon})" if horizon else ""),
    )
    parser.add_argument("--seed", type=int, default=0, help="default: 0")


def _add_simulate(commands: Any) -> None:
    parser = _add_command(
        commands,
        "simulate",
        _simulate,
        about="Teach simulated learners and compare the teachers.",
        example="simulate --theta 10xeasy,10xhard --horizon 40 --trials 200",
    )
    _add_theta(parser, default="10xeasy,10xhard")
    _add_session(parser, horizon=40)
    parser.add_argument(
        "--belief",
        metavar="ROWS",
        help="the theta the teachers go by, if it is not the learner's",
    )
    parser.add_argument(
        "--teachers",
        default="GR,LR,RR,RD",
        metavar="CODES",
        help="default: GR,LR,RR,RD",
    )
    parser.add_argument("--trials", type=int, default=200, help="default: 200")
    parser.add_argument(
        "--delay", type=int, default=10, help="s of recall at T + s (default: 10)"
    )
    parser.add_argument(
        "--no-repeat",
        action="store_true",
        help="never show a concept twice in a row, as in the user study",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")


def _simulate(options: Options) -> None:
    outcomes = simulate(
        [code.strip() for code in options.teachers.split(",")],
        truth=parse_theta(options.theta),
        belief=parse_theta(options.belief) if options.belief else None,
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


def _add_next(commands: Any) -> None:
    parser = _add_command(
        commands,
        "next",
        _next,
        about="Ask a teacher which concept to show next, and why, as JSON.",
        example="next --theta '[[10,5,0],[3,1.5,0],[3,1.5,0]]' --horizon 40 "
        "--history '[[0,false],[2,true]]'",
    )
    _add_theta(parser)
    _add_session(parser, horizon=None)
    parser.add_argument(
        "--history",
        default="[]",
        metavar="STEPS",
        help="JSON, a pair [concept, recalled] per step, concepts numbered from 0",
    )
    parser.add_argument(
        "--teacher",
        default="GR",
        metavar="CODE",
        help=f"one of {', '.join(TEACHERS)} (default: GR)",
    )
    parser.add_argument(
        "--allow-repeat",
        action="store_true",
        help="a concept may be shown twice in a row",
    )


def _next(options: Options) -> None:
    model = HalfLifeModel(parse_theta(options.theta))
    history = _parse_history(options.history, model.n_concepts)
    teacher = create_teacher(
        options.teacher,
        model=model,
        horizon=options.horizon,
        seed=options.seed,
        no_repeat=not options.allow_repeat,
    )
    decision = teacher.decide(history)
    # JSON has no infinity, the score of a concept never shown for some teachers.
    scores = [
        {"concept": concept, "score": score if math.isfinite(score) else None}
        for concept, score in decision.scores.items()
    ]
    print(json.dumps(decision._asdict() | {"scores": scores}, indent=2))


def _parse_history(text: str, n_concepts: int) -> History:
    try:
        steps = json.loads(text)
        concepts, recalls = zip(*steps, strict=True) if steps else ((), ())
    except (TypeError, ValueError):
        raise ValueError(
            "history must be JSON with a pair [concept, recalled] for each step, "
            f"such as [[0, true], [3, false]], got {text!r}"
        ) from None
    return History.of(n_concepts, concepts, recalls)


if __name__ == "__main__":
    sys.exit(main())
