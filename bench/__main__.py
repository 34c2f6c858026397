"""Run the benchmarks: ``python -m bench``."""

import sys

from bench import decisions, simulation


def main() -> int:
    """Print every ratio; fail if one is not as wanted."""
    measured = [*decisions.ratios(), *simulation.ratios()]
    for ratio in measured:
        print(ratio.line())
    return 0 if all(ratio.holds for ratio in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
