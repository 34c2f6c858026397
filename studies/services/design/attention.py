"""What a study waits for."""

from datetime import datetime

from studies.models import Study
from studies.models.study import StudyState
from studies.services.design.checks import find_errors, title_of
from studies.services.retention.dates import find_near

MOST_NAMED = 4


def tell_needs(
    study: Study, *, n_completed: int, n_target: int, now: datetime
) -> list[str]:
    """What somebody should look at next, in sentences; nothing if all goes well."""
    if study.is_draft:
        return [_tell_draft(study)]
    if study.state == StudyState.PILOT:
        return ["The pilot is open. Look at what it shows, then launch the study."]
    if study.state == StudyState.PAUSED:
        return ["Paused: nobody can join."]
    if study.state == StudyState.LIVE and n_completed >= n_target:
        return ["Every place is completed: close it, or add places."]
    if study.is_closed and not study.is_over(now=now):
        return [
            f"People inside may go on until {study.finish_until:%Y-%m-%d %H:%M} UTC."
        ]
    return [deletion.words for deletion in find_near(study, now=now)]


def _tell_draft(study: Study) -> str:
    errors = find_errors(study)
    if not errors:
        return "The design is complete: try it, then launch it."
    names = {str(arm.position): arm.name for arm in study.arms.all()}
    titles = [title_of(field, names) for field in errors]
    more = len(titles) - MOST_NAMED
    told = ", ".join(titles[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"To be fixed before the launch: {told}."
