import numpy as np
import pytest
from scipy import stats

from studies.statistics.calibration import measuring
from studies.statistics.calibration.measuring import (
    COVERAGE,
    MAIN,
    SCENARIOS,
    Cell,
    find_faults,
    limits,
    measure,
    p_values,
)
from studies.statistics.calibration.simulated_studies import (
    Scenario,
    simulate_study,
    true_difference,
)
from studies.statistics.calibration.table import as_markdown
from studies.statistics.permuting.interval import invert
from studies.statistics.permuting.permutation import permute_welch
from teaching.sweeping import Sweep

N = 150


@pytest.fixture(autouse=True)
def _rough_truth(monkeypatch):
    """What measuring takes for true: it need not be exact to be measured with."""
    monkeypatch.setattr(measuring, "true_difference", lambda scenario: 0.1)


def alarms(scenario, test):
    studies = (simulate_study(scenario, seed=number) for number in range(N))
    return np.array([test(study, seed) for seed, study in enumerate(studies)])


def shuffled_p(study, seed):
    return permute_welch(study.arms, study.values, seed=seed, n_draws=199).p


@pytest.mark.parametrize(
    "scenario", [Scenario(10, 10), Scenario(14, 28), Scenario(20, 20, drifts=True)]
)
def test_the_main_test_alarms_as_often_as_it_says(scenario):
    low, high = limits(N)

    found = np.mean(alarms(scenario, shuffled_p) <= 0.05)

    assert low <= found <= high


def test_blocks_find_what_recruits_who_drift_would_hide():
    scenario = Scenario(20, 20, drifts=True, advantage=1.6)

    def free_p(study, seed):
        arms = study.arms.without_blocks()
        return permute_welch(arms, study.values, seed=seed, n_draws=199).p

    found = [np.mean(alarms(scenario, test) <= 0.05) for test in (shuffled_p, free_p)]

    assert found[0] > found[1]


def test_the_interval_covers_a_true_difference_as_often_as_it_says():
    scenario = Scenario(20, 20, advantage=1.5)
    truth = true_difference(scenario, n_people=20_000)

    def covers(study, seed):
        test = permute_welch(study.arms, study.values, seed=seed, n_draws=199)
        return truth in invert(test)

    low, high = limits(N)
    assert 1 - high <= alarms(scenario, covers).mean() <= 1 - low


def test_measuring_tells_every_test_in_every_scenario():
    scenarios = [Scenario(6, 6), Scenario(6, 12, drifts=True)]

    cells = measure(scenarios=scenarios, n_studies=3, n_shuffles=19, sweep=Sweep())

    tests = {MAIN, "unrestricted", "Welch", "ANCOVA", "GEE", "chi-square", COVERAGE}
    assert [cell.scenario for cell in cells] == scenarios
    assert all(set(cell.shares) == tests for cell in cells)


def test_measuring_more_studies_measures_the_same_ones_first():
    """What is kept of ten studies of a scenario serves a thousand."""
    scenario = Scenario(6, 6)
    few, many = (
        list(measuring._batches(0, scenario, n_studies, 19)) for n_studies in (10, 25)
    )

    assert many[:1] == few
    assert [len(batch.seeds) for batch in many] == [10, 10, 5]


def test_welch_in_the_table_is_that_of_scipy():
    study = simulate_study(Scenario(20, 20), seed=1)
    values, first = study.values, study.arms.people_first
    known = np.isfinite(values)
    expected = stats.ttest_ind(
        values[first & known], values[~first & known], equal_var=False
    )

    assert p_values(study, seed=1, n_shuffles=19)["Welch"] == expected.pvalue


def test_a_simulated_study_has_full_blocks_empty_places_and_shared_ones():
    study = simulate_study(Scenario(40, 80), seed=2)
    arms = study.arms

    sizes = {b: int(arms.is_first[arms.blocks == b].sum()) for b in arms.blocks}
    held = np.bincount(arms.places[np.isfinite(study.values)], minlength=120)

    assert arms.is_first.sum() == 40
    assert all(np.sum(arms.blocks == b) == 3 * n for b, n in sizes.items())
    assert {0, 1, 2} <= set(held)


def test_an_unbiased_coin_of_a_thousand_throws_stays_within_the_limits():
    assert limits(1000) == pytest.approx((0.029, 0.074), abs=0.001)


@pytest.mark.parametrize(
    ("one", "others", "n_faults"),
    [(0.05, 0.05, 0), (0.02, 0.05, 1), (0.08, 0.05, 1), (0.057, 0.057, 1)],
)
def test_too_many_or_too_few_alarms_of_the_main_test_are_a_fault(one, others, n_faults):
    shares = [one] + [others] * (len(SCENARIOS) - 1)
    cells = [
        Cell(scenario, 1000, {MAIN: share})
        for scenario, share in zip(SCENARIOS, shares, strict=True)
    ]

    assert len(find_faults(cells)) == n_faults


def test_the_table_pools_its_scenarios():
    cells = [Cell(Scenario(10, 10), 1000, {MAIN: 0.04, COVERAGE: 0.96})]
    cells.append(
        Cell(Scenario(10, 20, drifts=True), 1000, {MAIN: 0.05, COVERAGE: 0.95})
    )

    assert as_markdown(cells).splitlines() == [
        "| places | recruits | blocks | coverage |",
        "| --- | --- | --- | --- |",
        "| 10 and 10 | steady | 4.0 | 96.0 |",
        "| 10 and 20 | drift | 5.0 | 95.0 |",
        "| all 2,000 studies |  | 4.5 | 95.5 |",
    ]
