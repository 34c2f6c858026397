"""How often our own tests alarm falsely, and our interval covers the truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
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
from teaching.sweeping import Sweep

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

STUDIES_AT_ONCE = 10


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
    sweep: Sweep,
) -> list[Cell]:
    """False alarms and coverage of every scenario."""
    batches = [
        batch
        for number, scenario in enumerate(scenarios)
        for batch in _batches(number, scenario, n_studies, n_shuffles)
    ]
    found = sweep.map(_verdicts_of, batches, "batches of studies")
    verdicts: dict[Scenario, list[dict[str, bool]]] = {one: [] for one in scenarios}
    for batch, several in zip(batches, found, strict=True):
        verdicts[batch.scenario] += several
    return [
        Cell(scenario, n_studies, _shares(verdicts[scenario])) for scenario in scenarios
    ]


@dataclass(frozen=True)
class _Batch:
    """Some studies of one scenario."""

    scenario: Scenario
    truth: float
    seeds: tuple[int, ...]
    n_shuffles: int


def _batches(
    number: int, scenario: Scenario, n_studies: int, n_shuffles: int
) -> Iterator[_Batch]:
    truth = true_difference(_with_advantage(scenario))
    seeds = [_seed(number, study) for study in range(n_studies)]
    for first in range(0, n_studies, STUDIES_AT_ONCE):
        chosen = tuple(seeds[first : first + STUDIES_AT_ONCE])
        yield _Batch(scenario, truth, chosen, n_shuffles)


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


def _verdicts_of(batch: _Batch) -> list[dict[str, bool]]:
    return [
        _verdicts(batch.scenario, batch.truth, seed, batch.n_shuffles)
        for seed in batch.seeds
    ]


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
