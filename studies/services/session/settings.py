"""The settings of a study as they were when a participant consented."""

from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

from studies.models import Study, TeachingSession
from studies.models.session import QUIZZES, Phase
from studies.models.study import Sampling


@dataclass(frozen=True)
class SessionSettings:
    """What a session goes by, whatever becomes of the study."""

    n_concepts: int
    horizon: int
    no_repeat: bool
    learning_seconds: float | None
    quiz_seconds: float | None
    review_seconds: float
    grace_seconds: float
    idle_seconds: float
    postquiz_delay_seconds: float
    questionnaire: list[dict[str, Any]]
    review_only_after_errors: bool = False
    debrief_text: str = ""
    sampling: str = Sampling.SIMPLE
    strata: dict[str, int] = field(default_factory=dict)
    pays_withdrawn: bool = False
    pays_screened_out: bool = False
    partial_pay_text: str = ""
    questions_before: list[dict[str, Any]] = field(default_factory=list)
    left_debrief_text: str = ""
    minimum_age: int | None = None
    largest_gap_seconds: float | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def n_steps(self, phase: str) -> int:
        """How many cards ``phase`` has; 0 for phases without."""
        if phase == Phase.LEARNING:
            return self.horizon
        return self.n_concepts if phase in QUIZZES else 0

    def questions(self, phase: str) -> list[dict[str, Any]]:
        """What is asked in ``phase``; nothing in phases without questions."""
        if phase == Phase.QUESTIONS_BEFORE:
            return self.questions_before
        return self.questionnaire if phase == Phase.QUESTIONNAIRE else []

    def seconds(self, phase: str) -> float | None:
        """How long a card of ``phase`` may usually be thought about."""
        return self.learning_seconds if phase == Phase.LEARNING else self.quiz_seconds

    def limit(self, phase: str, *, time_factor: float = 1) -> timedelta | None:
        """How long somebody with ``time_factor`` may think; None for ever."""
        seconds = self.seconds(phase)
        return None if seconds is None else timedelta(seconds=seconds * time_factor)

    def delay(self, phase: str) -> timedelta | None:
        """How long after the phase before it ``phase`` opens; None for at once."""
        if phase != Phase.POSTQUIZ or not self.postquiz_delay_seconds:
            return None
        return timedelta(seconds=self.postquiz_delay_seconds)

    def pays(self, outcome: Phase) -> bool:
        """Whether those whose session ends like this get a code."""
        if outcome == Phase.WITHDRAWN:
            return self.pays_withdrawn
        if outcome == Phase.SCREENED_OUT:
            return self.pays_screened_out
        return outcome == Phase.COMPLETED

    @property
    def grace(self) -> timedelta:
        return timedelta(seconds=self.grace_seconds)

    @property
    def review(self) -> timedelta:
        return timedelta(seconds=self.review_seconds)

    @property
    def idle(self) -> timedelta:
        return timedelta(seconds=self.idle_seconds)


def freeze_settings(study: Study) -> SessionSettings:
    """The settings of ``study`` as they are now."""
    asked = {
        "questions_before": study.questions_before,
        "questionnaire": study.questionnaire,
    }
    names = SessionSettings.__dataclass_fields__.keys() - asked.keys()
    values: dict[str, Any] = {name: getattr(study, name) for name in names}
    for name, questions in asked.items():
        values[name] = questions.items if questions else []
    return SessionSettings(**values)


def settings_of(session: TeachingSession) -> SessionSettings:
    """The settings ``session`` goes by."""
    return SessionSettings(**session.settings)
