"""How often the intervals of a fit hold the truth: python -m bench.coverage

Prints the table of docs/beyond.md. Every study is of people who learn 15 words in 40
cards from the greedy teacher, and differ by a log-normal spread.
"""

import argparse
from typing import Any

import numpy as np

from teaching.fitting import Fit, Responses, fit_theta
from teaching.memory.base import FloatArray
from teaching.people import People
from teaching.simulation import simulate

THETA = (3.9, 1.3, 0.2)
N_WORDS, HORIZON = 15, 40
SIZES = (20, 80)
SPREADS = (0.0, 0.3, 0.5, 0.7, 1.0)
COLUMNS = (
    *("people", "spread", "a held", "b held", "c held", "spread held"),
    "mean a, b, c, spread",
)


def play(n_people: int, spread: float, seed: int) -> Responses:
    """The answers of one study."""
    scores = np.random.default_rng(seed).standard_normal((n_people, 1))
    strength = np.repeat(np.exp(spread * scores), N_WORDS, axis=1)
    played = simulate(
        ["GR"],
        truth=[THETA] * N_WORDS,
        horizon=HORIZON,
        trials=n_people,
        seed=seed,
        no_repeat=True,
        people=People(strength),
    )["GR"]
    return Responses.of_sessions(played.concepts, played.recalls)


def measure(n_people: int, spread: float, n_studies: int) -> list[Any]:
    """One row of the table."""
    fits = [fit_theta(play(n_people, spread, seed)) for seed in range(n_studies)]
    held = np.mean([_held(fit) for fit in fits], axis=0)
    of_spread = np.mean([fit.spread.low <= spread <= fit.spread.high for fit in fits])
    means = np.mean([[*fit.theta[0], fit.spread.mean] for fit in fits], axis=0)
    told = " ".join(f"{mean:.2f}" for mean in means)
    return [n_people, spread, *(f"{share:.0%}" for share in (*held, of_spread)), told]


def _held(fit: Fit) -> FloatArray:
    inside: FloatArray = ((fit.low[0] <= THETA) & (fit.high[0] >= THETA)) * 1.0
    return inside


def main() -> None:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=200)
    options = parser.parse_args()
    print("| " + " | ".join(COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    for n_people in SIZES:
        for spread in SPREADS:
            row = measure(n_people, spread, options.studies)
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
