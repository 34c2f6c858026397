"""Bound what any teacher can reach, and say what each reaches of it."""

import json
from typing import Any

from teaching import TEACHERS, Goal
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
from teaching.certificate import Certificate, certify

EXAMPLE = "--theta 10xeasy,10xhard --horizon 60"


def add_arguments(parser: Parser) -> None:
    add_theta(parser)
    add_horizon(parser)
    add_seed(parser)
    add_teachers(parser, default=",".join(TEACHERS))
    add_sessions(parser, trials=400)
    parser.add_argument(
        "--later",
        type=float,
        default=0.0,
        metavar="WEIGHT",
        help="of recall at T + s in what is bounded and sought, from 0 (the default: "
        "the objective F alone) to 1 (recall at T + s alone)",
    )
    add_json(parser, instead_of="a table")


def run(options: Options) -> None:
    certificate = certify(
        read_codes(options.teachers),
        theta=read_theta(options.theta),
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
