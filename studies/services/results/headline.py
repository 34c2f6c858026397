"""What came out, in one sentence: the result, how sure, and whether the criterion."""

from studies.models.study import Purpose
from studies.services.results.comparing import Analysis
from studies.services.results.contrasts import tell_comparisons
from studies.services.results.wording import list_words
from studies.statistics.sentences import TOO_FEW, is_met

SIMULATED = "These people are simulated: this rehearses the analysis and finds nothing."
PILOT = "These people took part in a pilot: they are not part of the study."
STILL_OPEN = "The study is not closed: more people may come."


def write_headline(analysis: Analysis) -> str:
    """The comparison, or with several whether the criterion is met for which."""
    found, plan = analysis.compare(), analysis.plan
    if not found:
        return "There is one arm, and nothing to compare it with."
    if len(found) == 1:
        return tell_comparisons(analysis)[0]
    if all(one.is_too_small for one in found.values()):
        return TOO_FEW
    criterion = plan.looks.criterion(is_closed=plan.is_closed)
    met = [arm for arm, one in found.items() if is_met(one, criterion=criterion)]
    unmet = [arm for arm in found if arm not in met]
    bar = f"Holm below {criterion:.3f}".rstrip("0").replace("0.", ".")
    return (
        f"Your registered criterion ({bar}) is {_verdict(met, unmet, plan.reference)}."
    )


def _verdict(met: list[str], unmet: list[str], reference: str) -> str:
    """For which arms the criterion is met."""
    if not met:
        return f"met for none of the comparisons with {reference}: {list_words(unmet)}"
    told = f"met for {list_words(met)} against {reference}"
    return f"{told}, and not met for {list_words(unmet)}" if unmet else told


def find_warnings(analysis: Analysis) -> list[str]:
    """What must be said before anything else."""
    plan = analysis.plan
    warnings = [plan.looks.note]
    if plan.purpose == Purpose.REAL and not plan.is_closed:
        warnings.append(STILL_OPEN)
    warnings.append(
        {Purpose.SIMULATED: SIMULATED, Purpose.PILOT: PILOT}.get(
            Purpose(plan.purpose), ""
        )
    )
    return [warning for warning in warnings if warning]
