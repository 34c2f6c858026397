"""What pages tell of a deck that other studies use as well."""

from studies.models.study import StudyState
from studies.services.deck_use import tell_asking
from studies.services.team.rights import StudyAccess, User

_SENDING = (StudyState.DRAFT, StudyState.PILOT, StudyState.LIVE)


def find_asking(access: StudyAccess, *, reader: User) -> str:
    """Who keeps simulated people out of a study that is open or may be; else empty."""
    if access.study.state not in _SENDING:
        return ""
    return tell_asking(access.study, reader=reader)
