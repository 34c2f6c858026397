"""The command line: ``python -m teaching``."""

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from teaching import (
    TEACHERS,
    Goal,
    HalfLifeModel,
    History,
    Outcome,
    create_teacher,
    guarantee,
    objective,
    simulate,
)
from teaching.certificate import Certificate, certify
from teaching.guarantees import greedy_sequence
from teaching.memory.half_life import Theta
from teaching.optimal import optimal_sequence
from teaching.theta import TOY, parse_theta

Options = argparse.Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong input is answered in one sentence, with exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _refuse(options.command, f"{error.strerror}: {error.filename}")
    except MemoryError:
        return _refuse(options.command, "this needs more memory than there is")
    except ValueError as error:
        return _refuse(options.command, str(error))
    return 0


def _refuse(command: str, reason: str) -> int:
    print(f"teaching {command}: {reason}", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage in front."""

    def error(self, message: str) -> NoReturn:
        command = self.prog.removeprefix("python -m ")
        self.exit(2, f"{command}: {message}; see {self.prog} --help\n")


def _parser() -> _Parser:
    parser = _Parser(
        prog="python -m teaching",
        description="Teach many concepts to a forgetful learner: the mathematics.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        _add_simulate,
        _add_certify,
        _add_next,
        _add_figures,
        _add_toy,
        _add_guarantee,
    ):
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
        "10xeasy,10xhard; @FILE or - reads it"
        + (f" (default: {default})" if default else ""),
    )


def _add_horizon(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    parser.add_argument(
        "--horizon",
        type=int,
        default=default,
        required=default is None,
        metavar="T",
        help="steps in a session" + (f" (default: {default})" if default else ""),
    )


def _add_seed(parser: argparse.ArgumentParser) -> None:
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
    _add_horizon(parser, default=40)
    _add_seed(parser)
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
    _add_sessions(parser, trials=200)
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")


def _add_sessions(parser: argparse.ArgumentParser, trials: int) -> None:
    parser.add_argument("--trials", type=int, default=trials, help=f"default: {trials}")
    parser.add_argument(
        "--delay", type=int, default=10, help="s of recall at T + s (default: 10)"
    )
    parser.add_argument(
        "--no-repeat",
        action="store_true",
        help="never show a concept twice in a row, as in the user study",
    )


def _simulate(options: Options) -> None:
    outcomes = simulate(
        [code.strip() for code in options.teachers.split(",")],
        truth=_theta(options.theta),
        belief=None if options.belief is None else _theta(options.belief),
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


def _add_certify(commands: Any) -> None:
    parser = _add_command(
        commands,
        "certify",
        _certify,
        about="Bound what any teacher can reach, and say what each reaches of it.",
        example="certify --theta 10xeasy,10xhard --horizon 60",
    )
    _add_theta(parser)
    _add_horizon(parser)
    _add_seed(parser)
    parser.add_argument(
        "--teachers",
        default=",".join(TEACHERS),
        metavar="CODES",
        help=f"default: {','.join(TEACHERS)}",
    )
    _add_sessions(parser, trials=400)
    parser.add_argument(
        "--later",
        type=float,
        default=0.0,
        metavar="WEIGHT",
        help="of recall at T + s in what is bounded and sought, from 0 (the default: "
        "the objective F alone) to 1 (recall at T + s alone)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")


def _certify(options: Options) -> None:
    certificate = certify(
        [code.strip() for code in options.teachers.split(",")],
        theta=_theta(options.theta),
        horizon=options.horizon,
        trials=options.trials,
        seed=options.seed,
        no_repeat=options.no_repeat,
        goal=Goal(options.later, options.delay),
    )
    if options.json:
        print(json.dumps(_certificate_as_json(certificate), indent=2))
        return
    bound = certificate.bound.upper_bound
    print(f"No teacher reaches more than {bound:.5f} on average.")
    print(f"{'':8}{'reaches':>9}{'of the bound':>14}{'99 % interval':>22}")
    for code, reached in certificate.reached.items():
        share = certificate.share(code)
        interval = f"{share.low:.2%} to {share.high:.2%}"
        print(f"{code:8}{reached.mean():9.4f}{share.mean:14.2%}{interval:>22}")


def _certificate_as_json(certificate: Certificate) -> dict[str, Any]:
    shares = {code: vars(certificate.share(code)) for code in certificate.reached}
    return {
        "upper_bound": certificate.bound.upper_bound,
        "prices": certificate.bound.prices.tolist(),
        "shares": shares,
    }


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
    _add_horizon(parser)
    _add_seed(parser)
    parser.add_argument(
        "--history",
        default="[]",
        metavar="STEPS",
        help="JSON, a pair [concept, recalled] per step, concepts numbered from 0; "
        "@FILE or - reads it",
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
    model = HalfLifeModel(_theta(options.theta))
    history = _parse_history(_text(options.history), model.n_concepts)
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


def _theta(argument: str) -> list[Theta]:
    return parse_theta(_text(argument))


def _text(argument: str) -> str:
    """An argument itself, or what it points to: a file, or standard input."""
    if argument == "-":
        return sys.stdin.read()
    if argument.startswith("@"):
        return Path(argument[1:]).read_text(encoding="utf-8")
    return argument


def _parse_history(text: str, n_concepts: int) -> History:
    try:
        steps = json.loads(text)
        pairs = [(concept, recalled) for concept, recalled in steps]
        if not isinstance(steps, list):
            raise TypeError
    except (TypeError, ValueError, RecursionError):
        raise ValueError(
            "history must be JSON with a pair [concept, recalled] for each step, "
            f"such as [[0, true], [3, false]], got {text[:100]!r}"
        ) from None
    return History.of(n_concepts, [c for c, _ in pairs], [r for _, r in pairs])


def _add_figures(commands: Any) -> None:
    parser = _add_command(
        commands,
        "figures",
        _figures,
        about="Draw the paper's figures as SVG, PDF and PNG, with their data as CSV.",
        example="figures --out figures --trials 200 --jobs 2",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("figures"), help="folder (default: figures)"
    )
    parser.add_argument(
        "--trials", type=int, default=200, help="sessions per point (default: 200)"
    )
    _add_seed(parser)
    parser.add_argument(
        "--jobs", type=int, default=1, help="cores to use, -1 for all (default: 1)"
    )
    parser.add_argument(
        "--only", choices=["simulation", "sensitivity", "toy", "ceiling", "memory"]
    )


def _figures(options: Options) -> None:
    # Importing matplotlib takes longer than all other commands.
    try:
        from teaching import figures
    except ModuleNotFoundError as error:
        raise ValueError(
            f"figures need {error.name}: pip install 'forgetmenot-teaching[figures]'"
        ) from None
    how = figures.Options(
        options.trials, options.jobs, progress=True, seed=options.seed
    )
    options.out.mkdir(parents=True, exist_ok=True)
    for name in [options.only] if options.only else figures.FIGURES:
        for path in figures.FIGURES[name](how).save(options.out):
            print(path)


def _add_toy(commands: Any) -> None:
    _add_command(
        commands,
        "toy",
        _toy,
        about="Solve the toy problem of the paper's appendix: 3 concepts, 15 steps.",
        example="toy",
    )


def _toy(options: Options) -> None:
    model = HalfLifeModel(TOY)
    greedy, best = greedy_sequence(model, 15), optimal_sequence(model, 15)
    in_turn = History.of(3, [0, 1, 2] * 5, [False] * 15)
    for name, path in (("greedy", greedy), ("optimal", best), ("round robin", in_turn)):
        cards = " ".join(str(concept + 1) for concept in path.concepts)
        print(f"{name:12}  F = {objective(model, path, 15):.5f}  {cards}")
    ratio = objective(model, greedy, 15) / objective(model, best, 15)
    print(f"greedy reaches {ratio:.3f} of the optimum; ", end="")
    print(f"Theorem 2 promises {guarantee(model, 15).bound:.3f}")


def _add_guarantee(commands: Any) -> None:
    parser = _add_command(
        commands,
        "guarantee",
        _guarantee,
        about="What theory promises for the greedy teacher; needs a = b >= 0.",
        example="guarantee --theta '[[2.5,2.5,1.26],[1,1,-1],[0.08,0.08,-0.88]]' "
        "--horizon 15",
    )
    _add_theta(parser)
    _add_horizon(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, not text")


def _guarantee(options: Options) -> None:
    result = guarantee(HalfLifeModel(_theta(options.theta)), options.horizon)
    if options.json:
        # Curvature is not defined at the start, and JSON has no nan.
        series = {
            "submodularity": result.submodularity.tolist(),
            "curvature": [None, *result.curvature[1:].tolist()],
        }
        print(json.dumps(vars(result) | series, indent=2, allow_nan=False))
        return
    print("The greedy teacher reaches at least this share of the optimum:")
    print(f"  Theorem 2      {result.bound:.4f}")
    print(f"  Corollary 3    {result.corollary:.4f}")
    print(f"Theorem 2 as printed says {result.bound_as_printed:.4g}: not proved.")


if __name__ == "__main__":
    sys.exit(main())
