"""How often our own tests alarm falsely, and our interval covers the truth."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from joblib import Parallel, delayed
from scipy import stats

from studies.statistics.arrays import FloatArray
from studies.statistics.calibration.simulated_studies import (
    Scenario,
    SimulatedStudy,
    simulate_study,
    true_difference,
)
from studies.statistics.gee import fit_gee
from studies.statistics.paper_table import chi_square, count_pairs
from studies.statistics.permuting.ancova import permute_ancova
from studies.statistics.permuting.interval import invert
from studies.statistics.permuting.permutation import ALPHA, permute_welch
from teaching.draws import Stream, draw_bits

SIZES = (10, 20, 80)
N_STUDIES = 1_000
N_SHUFFLES = 999
"""Fewer than in an analysis: as exact, a little less powerful, ten times as fast."""
ADVANTAGE = 1.5
MAIN = "blocks"
COVERAGE = "coverage"
CELL_LEVEL = 0.999
POOLED = (0.045, 0.055)
ENOUGH_TO_POOL = 10_000

SCENARIOS = tuple(
    Scenario(size, size * ratio, drifts)
    for drifts in (False, True)
    for ratio in (1, 2)
    for size in SIZES
)

Watch = Callable[[Iterator[dict[str, bool]]], Iterable[dict[str, bool]]]


@dataclass(frozen=True)
class Cell:
    """One scenario: the share of its studies in which each test alarmed."""

    scenario: Scenario
    n_studies: int
    shares: dict[str, float]


def measure(
    *,
    scenarios: Sequence[Scenario] = SCENARIOS,
    n_studies: int = N_STUDIES,
    n_shuffles: int = N_SHUFFLES,
    jobs: int = -1,
    n_done: int = 0,
    watch: Watch = iter,
) -> Iterator[Cell]:
    """False alarms and coverage of one scenario after another.

    The first ``n_done`` are left out: what they gave is known. The others use as many
    cores as told, and the same seeds as if nothing had been left out.
    """
    for number, scenario in enumerate(scenarios[n_done:], start=n_done):
        truth = true_difference(_with_advantage(scenario))
        running = Parallel(n_jobs=jobs, return_as="generator", batch_size=10)(
            delayed(_verdicts)(scenario, truth, _seed(number, study), n_shuffles)
            for study in range(n_studies)
        )
        yield Cell(scenario, n_studies, _shares(list(watch(running))))


def limits(n_studies: int) -> tuple[float, float]:
    """Between which shares a test of 5 % stays in 999 of 1,000 measurements."""
    low, high = stats.binom.interval(CELL_LEVEL, n_studies, ALPHA)
    return float(low) / n_studies, float(high) / n_studies


def pooled(cells: Sequence[Cell], test: str = MAIN) -> float:
    """The share of alarms in all studies together."""
    return float(np.mean([cell.shares[test] for cell in cells]))


def find_faults(cells: Sequence[Cell]) -> list[str]:
    """Where the main test does not keep its 5 %, beyond the luck of simulation."""
    found = []
    for cell in cells:
        low, high = limits(cell.n_studies)
        if not low <= cell.shares[MAIN] <= high:
            found.append(f"{cell.scenario}: {cell.shares[MAIN]:.1%} false alarms")
    n_studies = sum(cell.n_studies for cell in cells)
    if n_studies >= ENOUGH_TO_POOL and not POOLED[0] <= pooled(cells) <= POOLED[1]:
        found.append(f"all together: {pooled(cells):.1%} false alarms")
    return found


def p_values(study: SimulatedStudy, *, seed: int, n_shuffles: int) -> dict[str, float]:
    """What every test that we show says of one study."""
    arms, values = study.arms, study.values
    first, other = both = (arms.people_first, ~arms.people_first)
    known = np.isfinite(values)
    prequiz = study.before.mean(axis=1)
    return {
        MAIN: permute_welch(arms, values, seed=seed, n_draws=n_shuffles).p,
        "unrestricted": permute_welch(
            arms.without_blocks(), values, seed=seed, n_draws=n_shuffles
        ).p,
        "Welch": _welch(values[first & known], values[other & known]),
        "ANCOVA": permute_ancova(
            arms, values, prequiz, seed=seed, n_draws=n_shuffles
        ).p,
        "GEE": fit_gee(first, study.before, study.after).p,
        "chi-square": chi_square(
            *(count_pairs(study.before[arm], study.after[arm]) for arm in both)
        ),
    }


def _welch(first: FloatArray, reference: FloatArray) -> float:
    return float(stats.ttest_ind(first, reference, equal_var=False).pvalue)


def _verdicts(
    scenario: Scenario, truth: float, seed: int, n_shuffles: int
) -> dict[str, bool]:
    study = simulate_study(scenario, seed=seed)
    found = p_values(study, seed=seed, n_shuffles=n_shuffles)
    verdicts = {test: p <= ALPHA for test, p in found.items()}
    return verdicts | {COVERAGE: _covers(scenario, truth, seed, n_shuffles)}


def _covers(scenario: Scenario, truth: float, seed: int, n_shuffles: int) -> bool:
    """Whether the interval holds a true difference, which is no mere shift."""
    study = simulate_study(_with_advantage(scenario), seed=seed ^ 1)
    test = permute_welch(study.arms, study.values, seed=seed, n_draws=n_shuffles)
    return truth in invert(test)


def _with_advantage(scenario: Scenario) -> Scenario:
    return replace(scenario, advantage=ADVANTAGE)


def _seed(cell: int, study: int) -> int:
    return draw_bits(cell, Stream.TRIAL, 0, study)


def _shares(verdicts: Sequence[dict[str, bool]]) -> dict[str, float]:
    return {
        test: float(np.mean([each[test] for each in verdicts])) for test in verdicts[0]
    }
