"""Whether what a fit foretells comes as often as it says."""

from teaching.figures.drawing import (
    COLOURS,
    GREY,
    Drawing,
    explain,
    panels,
    style,
)
from teaching.fitting import Validation


def draw_calibration(validation: Validation) -> Drawing:
    """Observed against foretold recall, in bins of equally many answers."""
    bins = validation.calibration()
    with style():
        figure, axes = panels(1, 1, width=3.4, height=3.4)
        panel = axes[0, 0]
        panel.plot([0, 1], [0, 1], color=GREY, linewidth=0.8)
        below = [each.observed.mean - each.observed.low for each in bins]
        above = [each.observed.high - each.observed.mean for each in bins]
        panel.errorbar(
            [each.foretold for each in bins],
            [each.observed.mean for each in bins],
            yerr=[below, above],
            color=COLOURS["GR"],
            fmt="o",
            capsize=2,
        )
        panel.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        panel.set(xlabel="recall foretold", ylabel="recall observed")
        explain(figure, "People who were not fitted. Bars: 95 % intervals.")
    rows = [
        {
            "foretold": each.foretold,
            "observed": each.observed.mean,
            "low": each.observed.low,
            "high": each.observed.high,
            "answers": each.n_showings,
        }
        for each in bins
    ]
    return Drawing("calibration", figure, rows)
