"""The table of false alarms, as it stands in the docs."""

from collections.abc import Sequence

from studies.statistics.calibration import Cell, pooled
from studies.statistics.simulated_studies import Scenario


def as_markdown(cells: Sequence[Cell]) -> str:
    """One line per scenario, one column per test, in per cent; the last line pools."""
    tests = list(cells[0].shares)
    n_studies = sum(cell.n_studies for cell in cells)
    lines = [["places", "recruits", *tests], ["---"] * (len(tests) + 2)]
    lines += [[*_name(cell.scenario), *_percents(cell.shares)] for cell in cells]
    whole = {test: pooled(cells, test) for test in tests}
    lines.append([f"all {n_studies:,} studies", "", *_percents(whole)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _name(scenario: Scenario) -> list[str]:
    people = "drift" if scenario.drifts else "steady"
    return [f"{scenario.n_first} and {scenario.n_reference}", people]


def _percents(shares: dict[str, float]) -> list[str]:
    return [f"{100 * share:.1f}" for share in shares.values()]
