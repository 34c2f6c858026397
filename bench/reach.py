"""What the priced teacher reaches of the bound: the tables of docs/beyond.md.

Run as ``python -m bench.reach --keep reach``; it takes a few minutes.
"""

from argparse import ArgumentParser
from dataclasses import dataclass
from itertools import product

from teaching import HARD, ROBUST, Goal
from teaching.arguments import add_sweep, read_sweep
from teaching.certificate import Certificate, Interval, certify
from teaching.figures.simulations import half_and_half
from teaching.memory.half_life import Theta

TRIALS = 400
SEED = 2027
"""Not one of those by which temperatures were chosen."""
CODES = ("PR", "GR", "LR", "RR", "RD", "LT", "TH", "CO")
GOALS = {"F": Goal(), "recall at T+10": Goal(later=1.0, delay=10)}


def designs() -> dict[str, tuple[list[Theta], int]]:
    """Half easy and half hard ones, as in the figures, and two designs of one kind."""
    mixed = {
        f"n = {n}, T = {horizon}": (half_and_half(n), horizon)
        for n, horizon in product((10, 15, 20, 25, 30), (40, 60, 80))
    }
    return mixed | {
        "15 of (6, 2, 0), T = 40": ([ROBUST] * 15, 40),
        "15 of (3, 1.5, 0), T = 40": ([HARD] * 15, 40),
    }


@dataclass(frozen=True)
class Cell:
    """One line of one table."""

    design: str
    theta: list[Theta]
    horizon: int
    goal: Goal
    no_repeat: bool
    trials: int = TRIALS
    seed: int = SEED


def main() -> None:
    parser = ArgumentParser(prog="python -m bench.reach", description=__doc__)
    add_sweep(parser)
    with read_sweep(parser.parse_args()) as sweep:
        for (name, goal), no_repeat in product(GOALS.items(), (False, True)):
            title = f"{name}, {'no repeats' if no_repeat else 'repeats allowed'}"
            cells = [
                Cell(design, theta, horizon, goal, no_repeat)
                for design, (theta, horizon) in designs().items()
            ]
            rows = sweep.map(_line, cells, title)
            print(f"\n{title}, {TRIALS} sessions\n")
            print("| design | bound | PR | GR | LR | PR ahead of the best other |")
            print("|---|---|---|---|---|---|")
            print(*rows, sep="\n", flush=True)


def _line(cell: Cell) -> str:
    certificate = certify(
        CODES,
        theta=cell.theta,
        horizon=cell.horizon,
        trials=cell.trials,
        seed=cell.seed,
        no_repeat=cell.no_repeat,
        goal=cell.goal,
    )
    return _row(cell.design, certificate)


def _row(design: str, certificate: Certificate) -> str:
    shares = [certificate.share(code).mean for code in ("PR", "GR", "LR")]
    leads = {code: certificate.lead("PR", code) for code in CODES[1:]}
    other = min(leads, key=lambda code: leads[code].mean)
    cells = [
        design,
        f"{certificate.bound.upper_bound:.4f}",
        *(f"{share:.2%}" for share in shares),
        f"{_said(leads[other])} ({other})",
    ]
    return "| " + " | ".join(cells) + " |"


def _said(lead: Interval) -> str:
    worse = " WORSE" if lead.high < 0 else ""
    return f"{lead.mean:+.2g} ± {lead.high - lead.mean:.1g}{worse}"


if __name__ == "__main__":
    main()
