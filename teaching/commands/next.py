"""Ask a teacher which concept to show next, and why, as JSON."""

import json
import math

from teaching import TEACHERS, HalfLifeModel, History, create_teacher
from teaching.arguments import (
    Options,
    Parser,
    add_horizon,
    add_seed,
    add_theta,
    read_text,
    read_theta,
)

EXAMPLE = (
    "--theta '[[10,5,0],[3,1.5,0],[3,1.5,0]]' --horizon 40 "
    "--history '[[0,false],[2,true]]'"
)


def add_arguments(parser: Parser) -> None:
    add_theta(parser)
    add_horizon(parser)
    add_seed(parser)
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


def run(options: Options) -> None:
    model = HalfLifeModel(read_theta(options.theta))
    history = _parse_history(read_text(options.history), model.n_concepts)
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
        pairs = [(concept, recalled) for concept, recalled in steps]
        if not isinstance(steps, list):
            raise TypeError
    except (TypeError, ValueError, RecursionError):
        raise ValueError(
            "history must be JSON with a pair [concept, recalled] for each step, "
            f"such as [[0, true], [3, false]], got {text[:100]!r}"
        ) from None
    return History.of(n_concepts, [c for c, _ in pairs], [r for _, r in pairs])
