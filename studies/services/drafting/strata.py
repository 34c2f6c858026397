"""How many concepts of each level are drawn."""

from collections.abc import Mapping


def spread_evenly(n_concepts: int, n_there: Mapping[str, int]) -> dict[str, int]:
    """``n_concepts`` over levels with ``n_there`` concepts each, as even as they allow.

    What does not fit is left out: no level can give more than it has.
    """
    strata = dict.fromkeys(n_there, 0)
    for _ in range(min(n_concepts, sum(n_there.values()))):
        open_levels = [level for level in strata if strata[level] < n_there[level]]
        strata[min(open_levels, key=strata.__getitem__)] += 1
    return strata
