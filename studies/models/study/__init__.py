"""Studies: their design, their states and their changes."""

from studies.models.study.change import StudyChange
from studies.models.study.choices import (
    ASKING,
    ChangeKind,
    PrimaryOutcome,
    PrimaryTest,
    Purpose,
    Sampling,
    StudyState,
)
from studies.models.study.study import Study, new_study_seed, usual_recruiters

__all__ = [
    "ASKING",
    "ChangeKind",
    "PrimaryOutcome",
    "PrimaryTest",
    "Purpose",
    "Sampling",
    "Study",
    "StudyChange",
    "StudyState",
    "new_study_seed",
    "usual_recruiters",
]
