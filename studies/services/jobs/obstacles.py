"""Where simulated people cannot be sent, and why."""

from studies.errors import StudyNotOpenError
from studies.models import Study
from studies.models.study import StudyState
from studies.services.deck_use import is_shut_demo

OPEN = (StudyState.PILOT, StudyState.LIVE)


def find_obstacle(study: Study) -> str:
    """Why nobody simulated can take part in ``study`` now; empty if they can."""
    if study.is_closed:
        return "The study is closed."
    if study.state == StudyState.PAUSED:
        return (
            "The study is paused, and nobody can come in, simulated people neither. "
            "Resume it first, on Monitor."
        )
    if study.state not in OPEN:
        return "Simulated people take part in a pilot. Open the pilot first."
    if is_shut_demo(study):
        return "This demo is shut while a study uses its deck."
    return ""


def require_open(study: Study) -> None:
    """Refuse, in words, to send simulated people where there is an obstacle."""
    obstacle = find_obstacle(study)
    if obstacle:
        raise StudyNotOpenError(obstacle)
