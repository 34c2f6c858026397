"""What nobody is to know while a study runs: what was learnt, and in which arm.

Whoever knows the arm of somebody can no longer decide about them without regard to it.
Where people are counted by arm, one person in a phase is enough to tell theirs: arms
have letters there until their names give nothing away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from studies.derivation import derive_seed
from studies.models import Arm, Study
from studies.models.study import Purpose
from studies.models.team import Action

TOGETHER = "all arms"
WHY_LETTERS = (
    "Arms have letters, in an order drawn by lot, until the study is closed or its "
    "results are unlocked: with names, one person alone in a row would be enough to "
    "know how they are taught."
)
WHY_TOGETHER = (
    "Arms are counted together until the study is closed or its results are unlocked: "
    "their numbers of places differ, by which each would be known."
)


def hides_outcomes(study: Study, purpose: str) -> bool:
    """Whether outcomes and arms of people of ``purpose`` are shown on request alone.

    Only people who count are hidden: pilots, tries and simulations are not analysed.
    """
    return purpose == Purpose.REAL and not study.is_closed


def locks_results(study: Study, purpose: str) -> bool:
    """Whether what people of ``purpose`` learnt is not to be told yet, pooled or not.

    It is until the study is closed, or somebody unlocks its results.
    """
    if not hides_outcomes(study, purpose):
        return False
    return not study.audit.filter(action=Action.RESULTS_UNLOCKED).exists()


@dataclass(frozen=True)
class Naming:
    """What arms are called, by their keys and in the order to show, and why so."""

    names: dict[int, str]
    why: str = ""


def name_arms(study: Study, arms: Sequence[Arm], *, purpose: str) -> Naming:
    """What each arm is called beside people of ``purpose``."""
    if not locks_results(study, purpose):
        return Naming({arm.pk: arm.name for arm in arms})
    if len({arm.n_places for arm in arms}) > 1:
        return Naming({arm.pk: TOGETHER for arm in arms}, WHY_TOGETHER)
    letters = letter_arms([arm.pk for arm in arms], seed=study.seed)
    return Naming(letters, WHY_LETTERS)


def letter_arms(keys: Sequence[int], *, seed: str) -> dict[int, str]:
    """A letter for each arm, in an order that nobody can tell without ``seed``."""
    order = sorted(keys, key=lambda key: derive_seed(seed, "letters", key))
    letters = zip(order, ascii_uppercase, strict=False)
    return {key: f"Arm {letter}" for key, letter in letters}
