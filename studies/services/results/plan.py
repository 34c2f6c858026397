"""What a study wants to know: arms, reference, outcome and criterion."""

from dataclasses import dataclass

from studies.models import Study
from studies.models.study import PrimaryOutcome, PrimaryTest, Purpose
from studies.services.results.looks import Looks, read_looks
from studies.statistics.sentences import CRITERION

OUTCOMES = {
    PrimaryOutcome.LEARNT.value: "newly_known",
    PrimaryOutcome.NET_GAIN.value: "net_gain",
    PrimaryOutcome.GAINED.value: "wrong_to_right",
}
DESIGNED_CRITERION = "The design’s criterion"


@dataclass(frozen=True)
class Plan:
    """The question as it was fixed before anybody came."""

    study: str
    seed: str
    purpose: str
    arms: tuple[str, ...]
    reference: str
    outcome: str
    """By the name that statistics give it."""
    test: PrimaryTest
    """By which the criterion is judged."""
    looks: Looks
    margin: float | None
    is_closed: bool
    is_preregistered: bool

    @property
    def criterion_name(self) -> str:
        """Nobody registers by designing alone."""
        return CRITERION if self.is_preregistered else DESIGNED_CRITERION

    @property
    def others(self) -> list[str]:
        """The arms that are compared with the reference, in their order."""
        return [arm for arm in self.arms if arm != self.reference]


def read_plan(study: Study, *, purpose: Purpose) -> Plan:
    """What the design of ``study`` says."""
    arms = tuple(arm.name for arm in study.arms.order_by("position"))
    return Plan(
        study=study.slug,
        seed=study.seed,
        purpose=purpose,
        arms=arms,
        reference=study.reference_among(arms),
        outcome=OUTCOMES[study.primary_outcome],
        test=PrimaryTest(study.primary_test),
        looks=read_looks(study, purpose=purpose),
        margin=study.equivalence_margin,
        is_closed=study.is_closed,
        is_preregistered=bool(study.preregistration_url),
    )
