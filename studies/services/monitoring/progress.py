"""How far a study is, in counts of people: those of the monitor page."""

from dataclasses import dataclass

from studies.models import Study
from studies.models.study import Purpose
from studies.services.monitoring.arms import ArmCounts, count_arms


@dataclass(frozen=True)
class Progress:
    """Counts alone: never what anybody learnt."""

    purpose: Purpose
    state: str
    arms: list[ArmCounts]

    @property
    def n_people(self) -> int:
        return sum(arm.n_people for arm in self.arms)

    @property
    def n_completed(self) -> int:
        return sum(arm.n_completed for arm in self.arms)

    @property
    def n_target(self) -> int:
        return sum(arm.n_places or 0 for arm in self.arms)


def count_progress(study: Study, *, purpose: Purpose) -> Progress:
    """Who is where, arm by arm, among the people of ``purpose``."""
    return Progress(purpose, study.state, count_arms(study, purpose=purpose).arms)
