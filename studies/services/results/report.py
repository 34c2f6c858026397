"""The whole report, part by part."""

from collections.abc import Callable, Iterator

from studies.models import Study
from studies.models.study import Purpose
from studies.services.analysis.dataset import Dataset, read_dataset
from studies.services.results.comparing import Analysis
from studies.services.results.parts.attrition import describe_leaving
from studies.services.results.parts.baseline import describe_baseline
from studies.services.results.parts.contrasts import (
    describe_contrasts,
    tell_comparisons,
)
from studies.services.results.parts.flow import describe_flow
from studies.services.results.parts.headline import (
    find_warnings,
    tell_nobody,
    write_headline,
)
from studies.services.results.parts.learning import describe_curve, describe_time
from studies.services.results.parts.levels import describe_distribution, describe_levels
from studies.services.results.parts.memory import describe_memory
from studies.services.results.parts.paper import describe_paper
from studies.services.results.parts.primary import describe_primary
from studies.services.results.parts.sensitivity import (
    describe_grading,
    describe_populations,
)
from studies.services.results.parts.showings import describe_showings, describe_since
from studies.services.results.plan import read_plan
from studies.services.results.shapes import Part, Report

Watch = Callable[[int], None]
PARTS: tuple[Callable[[Analysis], Part | None], ...] = (
    describe_flow,
    describe_baseline,
    describe_primary,
    describe_contrasts,
    describe_leaving,
    describe_curve,
    describe_showings,
    describe_since,
    describe_levels,
    describe_time,
    describe_distribution,
    describe_grading,
    describe_populations,
    describe_memory,
    describe_paper,
)


def open_analysis(study: Study, *, purpose: Purpose) -> Analysis:
    """The study's people and question, read and not yet computed."""
    plan = read_plan(study, purpose=purpose)
    return Analysis(study, plan, read_dataset(study, purpose=purpose))


def build_report(analysis: Analysis, *, watch: Watch = lambda n_done: None) -> Report:
    """All parts; ``watch`` is told after each how many are done."""
    parts = list(_build(analysis, watch))
    is_told = len(analysis.plan.others) > 1 and not tell_nobody(analysis)
    return Report(
        study=analysis.plan.study,
        purpose=analysis.plan.purpose,
        headline=write_headline(analysis),
        sentences=tell_comparisons(analysis) if is_told else [],
        warnings=find_warnings(analysis),
        parts=parts,
    )


def _build(analysis: Analysis, watch: Watch) -> Iterator[Part]:
    for n_done, describe in enumerate(PARTS, start=1):
        part = describe(analysis)
        watch(n_done)
        if part is not None:
            yield part


def is_empty(data: Dataset) -> bool:
    """Whether nobody was allocated, so that there is nothing to report."""
    return data.n_people == 0
