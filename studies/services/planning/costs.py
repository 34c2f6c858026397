"""Sizes of a study with what they cost and what they find."""

from dataclasses import dataclass
from decimal import Decimal

from studies.models import Study
from studies.services.design.costs import cost_of
from studies.services.planning.estimates import Estimate


@dataclass(frozen=True)
class SizeRow:
    """One size: the power of every comparison, people in all, and their cost."""

    size: int
    n_people: int
    power: tuple[float, ...]
    cost: Decimal | None
    is_own: bool

    @property
    def cost_text(self) -> str:
        return "" if self.cost is None else f"{self.cost:,.2f}"


@dataclass(frozen=True)
class SizeOffer:
    """A size that may be taken into the design, and why."""

    size: int
    words: str


def list_sizes(study: Study, estimate: Estimate) -> list[SizeRow]:
    """A row for every size that was simulated."""
    n_arms = len(estimate.gains)
    return [
        SizeRow(
            size,
            size * n_arms,
            tuple(each.power[at] for each in estimate.comparisons),
            cost_of(study, n_people=size * n_arms),
            size == estimate.own_size,
        )
        for at, size in enumerate(estimate.sizes)
    ]


def offer_sizes(estimate: Estimate) -> list[SizeOffer]:
    """What the comparisons need and what was simulated, the smallest first."""
    words = {size: f"{size} per arm" for size in estimate.sizes}
    for each in sorted(estimate.comparisons, key=lambda each: -(each.needed or 0)):
        if each.needed:
            words[each.needed] = (
                f"{each.needed} per arm: 80 % for {each.arm} against {each.reference}"
            )
    return [SizeOffer(size, words[size]) for size in sorted(words)]
