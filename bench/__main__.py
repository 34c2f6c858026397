"""Run the quick benchmarks: ``python -m bench``."""

import sys
from itertools import chain

from bench import answer_cost, decisions, power, simulation
from bench.ratios import print_all


def main() -> int:
    """Print every ratio; fail if one is not as wanted."""
    measures = (
        decisions.ratios,
        simulation.ratios,
        power.ratios,
        answer_cost.ratios,
    )
    return print_all(chain.from_iterable(measure() for measure in measures))


if __name__ == "__main__":
    sys.exit(main())
