"""Whose an answer is: what arrivals without proof may read of a session."""

import json

from django.db.models import QuerySet

from studies.models import LogEntry, Response, TeachingSession
from studies.models.log import LogKind
from studies.models.response import Outcome
from studies.models.session import Phase

_GIVEN = (LogKind.CLOSED, LogKind.LATE_TEXT)


def gave_answer(card: Response, stranger_id: int | None) -> bool:
    """Whether the answer to ``card`` came from whoever looks.

    That is its person, for whom nothing is read, or the arrival without proof that
    sent it. A card that ran out of time holds nobody's answer.
    """
    if stranger_id is None or _is_empty(card):
        return True
    given = LogEntry.objects.filter(session=card.session_id, kind__in=_GIVEN)
    return _tells(given, phase=card.phase, step=card.step, arrival=stranger_id)


def gave_answers(
    session: TeachingSession, phase: Phase, stranger_id: int | None
) -> bool:
    """Whether the answers to the questions of ``phase`` came from whoever asks."""
    if stranger_id is None:
        return True
    given = session.log.filter(kind=LogKind.ANSWERED_QUESTIONS)
    return _tells(given, phase=phase, arrival=stranger_id)


def _tells(entries: QuerySet[LogEntry], **said: object) -> bool:
    texts = entries.values_list("payload", flat=True)
    return any(said.items() <= json.loads(text or "{}").items() for text in texts)


def _is_empty(card: Response) -> bool:
    return card.outcome == Outcome.MISSED and card.late_text is None
