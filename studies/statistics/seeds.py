"""Every analysis has shuffles of its own, the same whenever it is repeated."""

from studies.derivation import derive_seed


def analysis_seed(
    study_seed: str, *, comparison: str, outcome: str, population: str
) -> int:
    """The seed of one comparison's shuffles, for one outcome in one population."""
    return derive_seed(study_seed, "analysis", comparison, outcome, population)
