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
    review_seconds_after_right: float | None = None
    shows_result: bool = False
    debrief_text: str = ""
    sampling: str = Sampling.SIMPLE
    strata: dict[str, int] = field(default_factory=dict)
    pays_withdrawn: bool = False
    pays_screened_out: bool = False
    partial_pay_text: str = ""
    questions_before: list[dict[str, Any]] = field(default_factory=list)
    left_debrief_text: str = ""
    leavers_read_debrief: bool = False
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
    def debrief_of_leavers(self) -> str:
        """What those read who leave or are screened out, in Markdown.

        Nothing of what the study is after, unless the researcher says so.
        """
        if self.left_debrief_text or not self.leavers_read_debrief:
            return self.left_debrief_text
        return self.debrief_text

    @property
    def grace(self) -> timedelta:
        return timedelta(seconds=self.grace_seconds)

    def review(self, *, after_right: bool) -> timedelta:
        """How long the answer is looked at, at least."""
        own = self.review_seconds_after_right if after_right else None
        return timedelta(seconds=self.review_seconds if own is None else own)

    def whole_review(self, *, after_right: bool) -> timedelta:
        """When a review ends by itself: not sooner because the answer was right."""
        return max(self.review(after_right=right) for right in (False, after_right))

    @property
    def reviews_right_answers(self) -> bool:
        return self.review_seconds_after_right != 0

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
    # The words that people read, which are the amount where there are none.
    values["partial_pay_text"] = study.partial_pay_words
    for name, questions in asked.items():
        values[name] = questions.items if questions else []
    return SessionSettings(**values)


def settings_of(session: TeachingSession) -> SessionSettings:
    """The settings ``session`` goes by."""
    return SessionSettings(**_renamed(session.settings))


def _renamed(frozen: dict[str, Any]) -> dict[str, Any]:
    """What was frozen before a setting had its name of today."""
    if "review_only_after_errors" not in frozen:
        return frozen
    renamed = dict(frozen)
    if renamed.pop("review_only_after_errors"):
        renamed["review_seconds_after_right"] = 0
    return renamed
