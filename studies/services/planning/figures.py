"""The power curve as a figure to print."""

from studies.services.planning.estimates import Estimate
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape


def figure_of(estimate: Estimate) -> Figure:
    """Power by participants per arm, one line per comparison."""
    arms = [arm for arm, _ in estimate.gains]
    series = [
        Series(
            f"{each.arm} against {each.reference}",
            # As on the results: colours count the arms, the reference among them.
            arms.index(each.arm),
            [
                Point(power, x=float(size), n=size)
                for size, power in zip(estimate.sizes, each.power, strict=True)
            ],
        )
        for each in estimate.comparisons
    ]
    words = "Power by participants per arm, one line per comparison."
    return Figure(
        Shape.LINES, words, Kind.SHARE, series, "Participants per arm", "Power"
    )
