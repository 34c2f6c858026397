"""What assumptions mean, in plain words."""

import math

from studies.statistics.power.people import USUAL, Assumptions

__all__ = ["USUAL", "Assumptions", "explain"]


def explain(assumptions: Assumptions) -> dict[str, str]:
    """A sentence for each assumption, as it is now."""
    return {
        "multiplier": _explain_multiplier(assumptions.multiplier),
        "spread_people": _explain_spread(assumptions.spread_people, "people"),
        "spread_words": _explain_spread(assumptions.spread_words, "words"),
        "known": _explain_known(assumptions.known),
    }


def _explain_multiplier(multiplier: float) -> str:
    if multiplier == 1:
        return "1 time: a card helps memory just as much as the deck says."
    less = "less than" if multiplier < 1 else "more than"
    return (
        f"{multiplier:g} times: a card helps memory {less} the deck says. "
        f"{USUAL.multiplier:g} fits the paper’s German study."
    )


def _explain_spread(spread: float, noun: str) -> str:
    if spread == 0:
        return f"0: all {noun} are alike."
    better, worse = math.exp(spread), math.exp(-spread)
    what = "remembers" if noun == "people" else "is remembered"
    return (
        f"{spread:g}: one in six {noun} {what} more than {better:.1f} times as "
        f"strongly as the middle, one in six less than {worse:.1f} times."
    )


def _explain_known(known: float) -> str:
    return f"{100 * known:.0f} % of the words are known before anything is taught."
