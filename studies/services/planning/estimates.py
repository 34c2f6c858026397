"""The power of a design under assumptions: computed once, stored, read."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from studies.models import PowerEstimate, Study
from studies.services.planning.plans import equip_plan, name_plan, require_plan
from studies.statistics.power.bank import (
    Plan,
    build_bank,
    fit_multiplier,
    people_per_stratum,
)
from studies.statistics.power.curve import (
    N_STUDIES,
    PowerCurve,
    choose_sizes,
    compute_curve,
    size_for,
)
from studies.statistics.power.people import USUAL, Assumptions

SEED = 20
SPREADS = (0.3, 0.5, 0.7, 1.0)
"""Between people: the range over which a design is looked at."""
ROUGHLY = 4
"""In the range, so many times fewer people are imagined, and fewer studies."""
KEPT = 60
"""How many estimates a study keeps."""


@dataclass(frozen=True)
class Comparison:
    """One arm against the reference: what is found at every size."""

    arm: str
    reference: str
    power: tuple[float, ...]
    needed: int | None
    """Participants per arm for a power of 80 %; None if no size was enough."""


@dataclass(frozen=True)
class SpreadRow:
    """How many people per arm each comparison needs if people differ so much."""

    spread: float
    multiplier: float
    needed: tuple[int | None, ...]
    largest: int


@dataclass(frozen=True)
class Estimate:
    """A power curve with all that is told beside it."""

    assumptions: Assumptions
    sizes: tuple[int, ...]
    own_size: int
    comparisons: tuple[Comparison, ...]
    gains: tuple[tuple[str, float], ...]
    spreads: tuple[SpreadRow, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the range over the spreads is there too."""
        return len(self.spreads) == len(SPREADS)

    @property
    def has_unreached(self) -> bool:
        """Whether in some row no size that was tried was enough."""
        return any(None in row.needed for row in self.spreads)

    @property
    def own_power(self) -> list[tuple[str, float]]:
        """Per comparison, at the size that the design has."""
        at = self.sizes.index(self.own_size)
        return [(each.arm, each.power[at]) for each in self.comparisons]

    @property
    def own_range(self) -> str:
        """The same in short: 73 %, or 24 to 97 %."""
        percents = [round(100 * power) for _, power in self.own_power]
        low, high = min(percents), max(percents)
        return f"{low} %" if low == high else f"{low} to {high} %"

    @property
    def mean_gain(self) -> float:
        """Over the arms; the rows of the range are fitted to it."""
        return sum(gain for _, gain in self.gains) / len(self.gains)

    @property
    def reference(self) -> str:
        return self.comparisons[0].reference

    @property
    def suggested(self) -> int | None:
        """Enough for all comparisons that some size is enough for."""
        needed = [each.needed for each in self.comparisons if each.needed]
        return max(needed, default=None)


def estimate_steps(plan: Plan, assumptions: Assumptions) -> Iterator[Estimate]:
    """The curve first, then one more row of spreads after the other."""
    estimate = _estimate_curve(plan, assumptions)
    yield estimate
    for spread in SPREADS:
        row = _spread_row(plan, replace(assumptions, spread_people=spread), estimate)
        estimate = replace(estimate, spreads=(*estimate.spreads, row))
        yield estimate


def _estimate_curve(plan: Plan, assumptions: Assumptions) -> Estimate:
    curve, gains = _simulate(plan, assumptions)
    reference = plan.arms[plan.reference].name
    return Estimate(
        assumptions=assumptions,
        sizes=curve.sizes,
        own_size=own_size(plan),
        comparisons=tuple(
            Comparison(plan.arms[arm].name, reference, power, size_for(curve, row))
            for row, (arm, power) in enumerate(
                zip(plan.others, curve.power, strict=True)
            )
        ),
        gains=tuple(
            (arm.name, gain) for arm, gain in zip(plan.arms, gains, strict=True)
        ),
        spreads=(),
    )


def own_size(plan: Plan) -> int:
    """Participants per arm as the design has them."""
    return round(sum(arm.n_places for arm in plan.arms) / len(plan.arms))


def _spread_row(plan: Plan, assumptions: Assumptions, estimate: Estimate) -> SpreadRow:
    if assumptions == estimate.assumptions:
        known = tuple(each.needed for each in estimate.comparisons)
        largest = max(estimate.sizes)
        own = assumptions.multiplier
        return SpreadRow(assumptions.spread_people, own, known, largest)
    like = estimate.assumptions
    multiplier = fit_multiplier(plan, assumptions, like=like, seed=SEED)
    fitted = replace(assumptions, multiplier=multiplier)
    curve, _ = _simulate(plan, fitted, roughly=ROUGHLY)
    needed = tuple(size_for(curve, row) for row in range(len(plan.others)))
    return SpreadRow(fitted.spread_people, multiplier, needed, max(curve.sizes))


def _simulate(
    plan: Plan, assumptions: Assumptions, *, roughly: int = 1
) -> tuple[PowerCurve, list[float]]:
    """What is assumed is what is played: nothing is fitted here."""
    n_people = max(1, people_per_stratum(plan) // roughly)
    bank = build_bank(plan, assumptions, n_per_stratum=n_people, seed=SEED)
    curve = compute_curve(
        plan, bank, choose_sizes(plan, bank), n_studies=N_STUDIES // roughly, seed=SEED
    )
    return curve, bank.gains.tolist()


def work_out_estimate(
    study: Study, assumptions: Assumptions, *, now: datetime
) -> Estimate:
    """The whole estimate, now: the stored one, or one that is stored then."""
    plan = require_plan(study)
    found = find_estimate(study, plan, assumptions)
    if found is not None and found.is_whole:
        return found
    *_, whole = estimate_steps(equip_plan(study, plan), assumptions)
    store_estimate(study, name_plan(plan, assumptions), whole, now=now)
    return whole


def find_estimate(
    study: Study, plan: Plan, assumptions: Assumptions = USUAL
) -> Estimate | None:
    """What was computed for this plan of ``study``."""
    name = name_plan(plan, assumptions)
    stored = study.power_estimates.filter(name=name).first()
    return None if stored is None else _from_json(stored.content)


def store_estimate(
    study: Study, name: str, estimate: Estimate, *, now: datetime
) -> None:
    """Keep an estimate, and forget the oldest."""
    PowerEstimate.objects.update_or_create(
        study=study,
        name=name,
        defaults={"content": asdict(estimate), "computed_at": now},
    )
    newest = study.power_estimates.order_by("-computed_at", "-pk").values("pk")[:KEPT]
    kept = list(newest.values_list("pk", flat=True))
    study.power_estimates.exclude(pk__in=kept).delete()


def _from_json(content: dict[str, Any]) -> Estimate:
    return Estimate(
        assumptions=Assumptions(**content["assumptions"]),
        sizes=tuple(content["sizes"]),
        own_size=content["own_size"],
        comparisons=tuple(
            Comparison(**{**row, "power": tuple(row["power"])})
            for row in content["comparisons"]
        ),
        gains=tuple((name, gain) for name, gain in content["gains"]),
        spreads=tuple(
            SpreadRow(**{**row, "needed": tuple(row["needed"])})
            for row in content["spreads"]
        ),
    )
