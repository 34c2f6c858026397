"""What theory promises for the greedy teacher; needs a = b >= 0."""

import json

from teaching import HalfLifeModel, guarantee
from teaching.arguments import (
    Options,
    Parser,
    add_horizon,
    add_json,
    add_theta,
    read_theta,
)

EXAMPLE = "--theta '[[2.5,2.5,1.26],[1,1,-1],[0.08,0.08,-0.88]]' --horizon 15"


def add_arguments(parser: Parser) -> None:
    add_theta(parser)
    add_horizon(parser)
    add_json(parser, instead_of="text")


def run(options: Options) -> None:
    result = guarantee(HalfLifeModel(read_theta(options.theta)), options.horizon)
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
