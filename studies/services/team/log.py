"""A study's log, to be read: searched as it is told, page by page."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from studies.models import AuditEntry, ExclusionDecision, Study
from studies.models.team import Action
from studies.services.team.sentences import tell_action

PER_PAGE = 50


@dataclass(frozen=True)
class LogLine:
    """One thing that somebody did, in words."""

    at: datetime
    who: str
    words: str

    def contains(self, search: str) -> bool:
        return search in f"{self.who} {self.words}".lower()


@dataclass(frozen=True)
class LogWish:
    """What of the log somebody wants to see."""

    search: str = ""
    action: str = ""
    oldest_first: bool = False


def read_log(study: Study, wish: LogWish, *, page: str | int = 1) -> Page[LogLine]:
    """A page of the log; nonsense for ``page`` is the first one.

    A search looks at the sentences, so that what is found is what is read.
    """
    entries = _entries(study, wish)
    search = wish.search.strip().lower()
    if search:
        lines = [_tell(entry) for entry in entries]
        found = [line for line in lines if line.contains(search)]
        return Paginator(found, PER_PAGE).get_page(page)
    shown = Paginator(entries, PER_PAGE).get_page(page)
    paginator = cast("Paginator[LogLine]", shown.paginator)
    return Page([_tell(entry) for entry in shown], shown.number, paginator)


def _entries(study: Study, wish: LogWish) -> QuerySet[AuditEntry]:
    newest_first = study.audit.order_by("-at", "-pk")
    entries = newest_first.reverse() if wish.oldest_first else newest_first
    return entries.filter(action=wish.action) if wish.action else entries


def _tell(entry: AuditEntry) -> LogLine:
    return LogLine(entry.at, entry.who, f"{tell_action(entry)}{_reason_of(entry)}")


def _reason_of(entry: AuditEntry) -> str:
    """Why somebody was excluded; it stands with the decision, which erasing empties."""
    if entry.action not in (Action.EXCLUDED, Action.INCLUDED):
        return ""
    decision = ExclusionDecision.objects.filter(
        session__study=entry.study_id,
        session__participant__pseudonym=entry.detail.get("participant"),
        at=entry.at,
    ).first()
    return f": {decision.reason}" if decision and decision.reason else ""
