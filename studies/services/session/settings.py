"""The settings of a study as they were when a participant consented."""

from dataclasses import asdict, dataclass
from typing import Any

from studies.models import Study, TeachingSession

BELIEVED_DELAY_SECONDS = 5
SWEEP_SECONDS = 30


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

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def freeze_settings(study: Study) -> SessionSettings:
    """The settings of ``study`` as they are now."""
    names = [
        name for name in SessionSettings.__dataclass_fields__ if name != "questionnaire"
    ]
    items = study.questionnaire.items if study.questionnaire else []
    return SessionSettings(
        **{name: getattr(study, name) for name in names}, questionnaire=items
    )


def settings_of(session: TeachingSession) -> SessionSettings:
    """The settings ``session`` goes by."""
    return SessionSettings(**session.settings)
