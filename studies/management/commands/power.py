from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.management.inputs import find_study
from studies.services.planning.costs import list_sizes
from studies.services.planning.estimates import Estimate, work_out_estimate
from studies.services.planning.meanings import USUAL, Assumptions
from studies.services.planning.plans import find_obstacle


class Command(BaseCommand):
    help = (
        "Print how many people a study needs, as its Power page does. "
        "Example: manage.py power german --spread-people 0.7"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the study's name in its link")
        for name, usual in vars(USUAL).items():
            parser.add_argument(
                f"--{name.replace('_', '-')}",
                type=float,
                default=usual,
                help=f"{HELP[name]}; usually {usual:g}",
            )

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        assumptions = Assumptions(**{name: options[name] for name in vars(USUAL)})
        obstacle = find_obstacle(study) or find_nonsense(assumptions)
        if obstacle:
            raise CommandError(obstacle)
        estimate = work_out_estimate(study, assumptions, now=timezone.now())
        self._print_sizes(study, estimate)
        self._print_spreads(estimate)

    def _print_sizes(self, study: Any, estimate: Estimate) -> None:
        names = [f"{each.arm} - {each.reference}" for each in estimate.comparisons]
        self._print_row("per arm", "people", "cost", *names)
        for row in list_sizes(study, estimate):
            percents = [f"{100 * power:.1f} %" for power in row.power]
            cost = f"{row.cost_text} {study.currency}" if row.cost_text else "-"
            self._print_row(row.size, row.n_people, cost, *percents)
        needed = [each.needed or "-" for each in estimate.comparisons]
        self._print_row("for 80 %", "", "", *needed)

    def _print_spreads(self, estimate: Estimate) -> None:
        self.stdout.write("\nper arm for 80 %, if people differ by")
        for row in estimate.spreads:
            needed = [size or f"over {row.largest}" for size in row.needed]
            fitted = f"x {row.multiplier:.2f}"
            self._print_row(f"{row.spread:g}", fitted, "", *needed)
        gains = ", ".join(f"{arm} {gain:.2f}" for arm, gain in estimate.gains)
        self.stdout.write(f"\nexpected gain over all pairs: {gains}")
        self.stdout.write(
            f"other rows are fitted to its mean over the arms, {estimate.mean_gain:.2f}"
        )

    def _print_row(self, *cells: object) -> None:
        self.stdout.write("  ".join(f"{cell!s:>12}" for cell in cells).rstrip())


HELP = {
    "multiplier": "true theta as a share of the deck's",
    "spread_people": "how much people differ",
    "spread_words": "how much words differ",
    "known": "the share of words known before",
}


def find_nonsense(assumptions: Assumptions) -> str:
    """What cannot be assumed, in words; empty if all can."""
    if not 0 < assumptions.multiplier <= 10:
        return "The multiplier must be above 0 and at most 10."
    if not all(
        0 <= spread <= 3
        for spread in (assumptions.spread_people, assumptions.spread_words)
    ):
        return "A spread must be from 0 to 3."
    return "" if 0 <= assumptions.known < 1 else "Known must be from 0 to below 1."
