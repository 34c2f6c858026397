"""The table of false alarms in the guide keeps what the guide says of it."""

from pathlib import Path

from studies.statistics.calibration import MAIN, POOLED, SCENARIOS, limits
from studies.statistics.simulated_studies import Scenario

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def table():
    text = PAGE.read_text(encoding="utf-8").split("## Our own false alarms")[1]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return rows[0], rows[2:-1], rows[-1]


def column(name):
    head, rows, last = table()
    index = head.index(name)
    return [float(row[index]) / 100 for row in rows], float(last[index]) / 100


def test_it_has_a_line_for_every_scenario_that_is_measured():
    def name(scenario: Scenario):
        people = "drift" if scenario.drifts else "steady"
        return [f"{scenario.n_first} and {scenario.n_reference}", people]

    _, rows, last = table()

    assert [row[:2] for row in rows] == [name(scenario) for scenario in SCENARIOS]
    assert last[0] == "all 12,000 studies"


def test_the_main_test_keeps_its_five_per_cent():
    low, high = limits(1000)

    cells, whole = column(MAIN)

    assert all(low <= cell <= high for cell in cells)
    assert POOLED[0] <= whole <= POOLED[1]


def test_chi_square_on_pairs_is_shown_as_bad_as_it_is():
    cells, _ = column("chi-square")

    assert min(cells) > limits(1000)[1]
