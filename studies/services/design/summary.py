"""A design in a few numbers: how long, how many, how much."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from studies.models import Study
from studies.services.design.costs import cost_of, cost_of_part, hourly_pay
from studies.services.links.fees import tell_fees
from studies.services.session.showing.progress import Duration, duration_of


@dataclass(frozen=True)
class DesignSummary:
    """What a researcher wants to see change while they change the design."""

    duration: Duration
    people: str
    n_people: int
    cost: Decimal | None
    hourly_pay: Decimal | None
    currency: str
    fees: str
    n_showings: float
    part: str

    @property
    def cost_text(self) -> str:
        return "" if self.cost is None else f"{self.cost:,.2f}"


def summarise_design(study: Study) -> DesignSummary:
    """The numbers of ``study`` as it is now."""
    places = [arm.n_places for arm in study.arms.all()]
    n_people = sum(places)
    return DesignSummary(
        duration=duration_of(study),
        people=tell_people(places),
        n_people=n_people,
        cost=cost_of(study, n_people=n_people),
        hourly_pay=hourly_pay(study),
        currency=study.currency,
        fees=tell_fees(study),
        n_showings=study.horizon / study.n_concepts,
        part=_tell_part(study),
    )


def _tell_part(study: Study) -> str:
    """What comes on top of the cost: nobody knows how many do not finish."""
    if not (study.pays_withdrawn or study.pays_screened_out):
        return ""
    each = cost_of_part(study)
    told = "" if each is None else f": {each:,.2f} {study.currency} each"
    return f"Parts for those who do not finish come on top{told}."


def tell_people(places: list[int]) -> str:
    """The sum as people say it: 4 × 120 = 480 people; 2 × 40 + 20 = 100 people."""
    n_people = sum(places)
    noun = "person" if n_people == 1 else "people"
    if len(places) < 2:
        return f"{n_people:,} {noun}"
    groups = [
        f"{n_arms} × {size:,}" if n_arms > 1 else f"{size:,}"
        for size, n_arms in Counter(places).items()
    ]
    return f"{' + '.join(groups)} = {n_people:,} {noun}"
