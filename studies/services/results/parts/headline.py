"""What came out, in one sentence: the result, how sure, and whether the criterion."""

import numpy as np

from studies.models.study import PrimaryTest, Purpose
from studies.services.results.comparing import Analysis, Comparisons
from studies.services.results.parts.contrasts import tell_comparisons
from studies.services.results.stored import STILL_OPEN
from studies.services.results.wording import CLAIMS, list_words, people_are
from studies.statistics.numbers import format_limit
from studies.statistics.sentences import TOO_FEW, brief_result, count_digits, is_met

ONE_ARM = "There is one arm, and nothing to compare it with."
NOBODY_FINISHED = "Nobody has finished yet: there is nothing to compare."
NOBODY_ANALYSED = (
    "Of those who finished nobody is analysed: they are excluded, or had nothing to "
    "learn."
)
_NOT_REAL = {
    Purpose.SIMULATED: "These people are simulated: this rehearses the analysis and "
    "says nothing about people.",
    Purpose.PILOT: "These people took part in a pilot and are not part of the study.",
}


def write_headline(analysis: Analysis) -> str:
    """The comparison; with several, the means and which of them meet the criterion."""
    if nobody := tell_nobody(analysis):
        return nobody
    found, plan = analysis.compare(), analysis.plan
    if not found:
        return ONE_ARM
    if len(found) == 1:
        return tell_comparisons(analysis)[0]
    if all(one.is_too_small for one in found.values()):
        return f"{_shares(analysis)}. {TOO_FEW}"
    criterion = plan.looks.criterion(is_closed=plan.is_closed)
    bar = f"Holm’s p below {format_limit(criterion)}"
    if plan.test == PrimaryTest.ANCOVA:
        bar = f"given the prequiz, {bar}"
    verdict = _verdict(found, criterion, plan.reference)
    return f"{_shares(analysis)}. {plan.criterion_name} ({bar}) is {verdict}."


def tell_nobody(analysis: Analysis) -> str:
    """Why there is nobody to analyse; empty if there is somebody."""
    if not analysis.data.people.has_postquiz.any():
        return NOBODY_FINISHED
    return "" if np.isfinite(analysis.values()).any() else NOBODY_ANALYSED


def _shares(analysis: Analysis) -> str:
    found, plan = analysis.compare(), analysis.plan
    means = {arm: one.mean_first for arm, one in found.items()}
    means[plan.reference] = next(iter(found.values())).mean_reference
    digits = count_digits(found.values())
    told = [
        f"{100 * means[arm]:.{digits}f} % with {arm}"
        for arm in plan.arms
        if np.isfinite(means[arm])
    ]
    return f"{CLAIMS[plan.outcome]} {list_words(told)}"


def _verdict(found: Comparisons, criterion: float, reference: str) -> str:
    """For which arms the criterion is met, each with how sure it is."""
    digits = count_digits(found.values())
    met: list[str] = []
    unmet: list[str] = []
    for arm, one in found.items():
        brief = brief_result(one, digits=digits)
        is_found = is_met(one, criterion=criterion)
        (met if is_found else unmet).append(f"{arm} ({brief})")
    if not met:
        return f"not met against {reference}, neither for {'; nor for '.join(unmet)}"
    told = f"met against {reference} for {'; and for '.join(met)}"
    return f"{told}; and not for {'; nor for '.join(unmet)}" if unmet else told


def _tell_inside(analysis: Analysis) -> str:
    if not (n_inside := analysis.data.n_inside):
        return ""
    return (
        f"{people_are(n_inside)} still inside and not in the comparison: who is "
        "inside has not left, and may yet finish."
    )


def find_warnings(analysis: Analysis) -> list[str]:
    """What must be said before anything else."""
    plan = analysis.plan
    is_open = plan.purpose == Purpose.REAL and not plan.is_closed
    warnings = [
        plan.looks.note,
        plan.looks.tell_planned(is_closed=plan.is_closed),
        STILL_OPEN if is_open else "",
        _tell_inside(analysis),
        _NOT_REAL.get(Purpose(plan.purpose), ""),
    ]
    return [warning for warning in warnings if warning]
