"""Whose an answer is: what arrivals without proof may read of a session."""

import json

from studies.models import LogEntry, Response
from studies.models.log import LogKind
from studies.models.response import Outcome

_GIVEN = (LogKind.CLOSED, LogKind.LATE_TEXT)


def gave_answer(card: Response, stranger_id: int | None) -> bool:
    """Whether the answer to ``card`` came from whoever looks.

    That is its person, for whom nothing is read, or the arrival without proof that
    sent it. A card that ran out of time holds nobody's answer.
    """
    if stranger_id is None or _is_empty(card):
        return True
    given = LogEntry.objects.filter(session=card.session_id, kind__in=_GIVEN)
    own = {"phase": card.phase, "step": card.step, "arrival": stranger_id}
    texts = given.values_list("payload", flat=True)
    return any(own.items() <= json.loads(text or "{}").items() for text in texts)


def _is_empty(card: Response) -> bool:
    return card.outcome == Outcome.MISSED and card.late_text is None
