"""From where to where the scale of a figure reaches, on the page and in print."""

from collections.abc import Iterator

from studies.services.results.shapes import Figure, Kind


def span_of(figure: Figure) -> tuple[float, float]:
    """What the scale reaches over at least.

    Shares and differences are read from 0 on, and shares end at 1. Minutes begin where
    people do, unless 0 is nearer to them than they are to each other.
    """
    numbers = list(_numbers(figure))
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    if figure.kind == Kind.SHARE:
        low, high = max(low, -1.0), min(high, 1.0)
    if figure.kind == Kind.MINUTES and 0 < high - low < low:
        return low, high
    return min(low, 0.0), max(high, 0.0) or 1.0


def _numbers(figure: Figure) -> Iterator[float]:
    for series in figure.series:
        yield from series.values
        for point in series.points:
            told = (point.y, point.low, point.high, *point.bounds)
            yield from (number for number in told if number is not None)
