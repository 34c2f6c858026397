"""Who did what they were asked: within the design's own rules, without long pauses."""

from studies.models import Study
from studies.services.people.flags import find_broken_rules
from studies.services.people.measures import Measures, read_measures


def find_followers(study: Study, *, purpose: str) -> set[int]:
    """The keys of sessions beyond no exclusion rule and with no flagged pause."""
    measures = read_measures(study.sessions.filter(purpose=purpose))
    return {key for key, one in measures.items() if _follows(study, one)}


def _follows(study: Study, measures: Measures) -> bool:
    gap = study.largest_gap_seconds
    is_steady = gap is None or measures.longest_gap_seconds <= gap
    return is_steady and not any(find_broken_rules(measures, study.exclusion_rules))
