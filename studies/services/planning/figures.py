"""The power curve as a figure to print."""

from studies.models import Study
from studies.services.design.costs import cost_of
from studies.services.links.fees import tell_fees
from studies.services.planning.estimates import Estimate
from studies.services.results.shapes import Figure, Guide, Kind, Point, Series, Shape
from studies.statistics.power.curve import TARGET

_MANY = 1_000
"""People per arm: so that rounding to cents does not show in what one of them costs."""


def figure_of(study: Study, estimate: Estimate) -> Figure:
    """Power by participants per arm, as its page draws it."""
    return Figure(
        Shape.LINES,
        "Power by participants per arm, one line per comparison.",
        Kind.SHARE,
        lines_of(estimate),
        "Participants per arm",
        "Power",
        level=Guide(TARGET, f"{100 * TARGET:.0f} %"),
        own=Guide(estimate.own_size, f"the design: {estimate.own_size} per arm"),
        price=_price(study, n_arms=len(estimate.gains)),
    )


def lines_of(estimate: Estimate) -> list[Series]:
    """One line per comparison, in the colour that its arm has in the results."""
    arms = [arm for arm, _ in estimate.gains]
    return [
        Series(
            f"{each.arm} against {each.reference}",
            # Colours count the arms, the reference among them.
            arms.index(each.arm),
            [
                Point(power, x=float(size), n=size)
                for size, power in zip(estimate.sizes, each.power, strict=True)
            ],
        )
        for each in estimate.comparisons
    ]


def _price(study: Study, *, n_arms: int) -> Guide | None:
    """What one participant more in every arm costs; None where nobody is paid."""
    cost = cost_of(study, n_people=_MANY * n_arms)
    if cost is None:
        return None
    fees = f", {told}" if (told := tell_fees(study)) else ""
    return Guide(float(cost) / _MANY, f"Cost in all, {study.currency}{fees}")
