"""The power curve as a figure to print."""

from studies.services.planning.estimates import Estimate
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape


def figure_of(estimate: Estimate) -> Figure:
    """Power by participants per arm, one line per comparison."""
    series = [
        Series(
            f"{each.arm} against {each.reference}",
            number,
            [
                Point(power, x=float(size), n=size)
                for size, power in zip(estimate.sizes, each.power, strict=True)
            ],
        )
        for number, each in enumerate(estimate.comparisons)
    ]
    words = "Power by participants per arm, one line per comparison."
    return Figure(
        Shape.LINES, words, Kind.SHARE, series, "Participants per arm", "Power"
    )
