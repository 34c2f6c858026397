"""Where simulated people cannot be sent, and why."""

from studies.errors import StudyNotOpenError
from studies.models import Study
from studies.models.study import StudyState

OPEN = (StudyState.PILOT, StudyState.LIVE)
DECK_IN_USE = (
    "Another study on this server is asking about this deck, and nobody may be taught "
    "it meanwhile, not even simulated people."
)


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
    return DECK_IN_USE if must_wait(study) else ""


def must_wait(study: Study) -> bool:
    """Whether only the deck is in the way, which comes free by itself."""
    return study.state in OPEN and Study.objects.is_asked_elsewhere(study)


def require_open(study: Study) -> None:
    """Refuse, in words, to send simulated people where there is an obstacle."""
    obstacle = find_obstacle(study)
    if obstacle:
        raise StudyNotOpenError(obstacle)
