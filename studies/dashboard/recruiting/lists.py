"""The lists of the Recruiting pages, searched and sorted.

Nobody finds or sorts by what their role does not see.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from django.http import HttpRequest

from studies.dashboard.listing import Heading, Listing, Row, list_rows
from studies.dashboard.recruiting.showing import HitLine, PaymentLine
from studies.models import CompletionCode, TeachingSession
from studies.services.recruiting.prolific.submissions import Submission as Theirs
from studies.services.recruiting.submissions import Submission
from studies.services.team.rights import Right, StudyAccess

_HITS = {
    "title": Heading[HitLine]("Title", lambda line: line.title.casefold()),
    "layout": Heading[HitLine]("Taken", attrgetter("layout")),
    "state": Heading[HitLine]("State", attrgetter("state")),
    "people": Heading[HitLine]("People", attrgetter("n_assignments"), True),
    "owed": Heading[HitLine]("Not yet paid", attrgetter("n_owed"), True),
    "reward": Heading[HitLine]("Reward", lambda line: float(line.reward), True),
    "until": Heading[HitLine]("Until (UTC)", attrgetter("expires_at")),
    "id": Heading[HitLine]("Id", attrgetter("hit_id")),
}
_OF_BOTH: dict[str, Heading[Any]] = {
    "state": Heading("State", attrgetter("status")),
    "records": Heading("Our records", attrgetter("words", "outcome")),
    "code": Heading("Code", lambda one: one.code or None),
    "participant": Heading("Participant", lambda one: one.pseudonym or None),
}
_SUBMISSIONS: dict[str, Heading[Any]] = {
    "submission": Heading("Submission", attrgetter("assignment")),
    **_OF_BOTH,
    "hit": Heading("HIT and reward", attrgetter("hit.hit_id")),
    "at": Heading("Handed in (UTC)", attrgetter("submitted_at")),
}
_THEIRS: dict[str, Heading[Any]] = {
    "submission": Heading("Submission", attrgetter("id")),
    **_OF_BOTH,
    "records": Heading("Our records", attrgetter("fit.words")),
    "at": Heading("Began (UTC)", attrgetter("started_at")),
}
_MISSING: dict[str, Heading[Any]] = {
    "code": Heading("Code", attrgetter("code")),
    "outcome": Heading("Outcome", attrgetter("outcome")),
    "participant": Heading("Participant", attrgetter("session.participant.pseudonym")),
    "at": Heading("Ended (UTC)", attrgetter("created_at")),
}
_UNCLAIMED: dict[str, Heading[Any]] = {
    "participant": Heading("Participant", attrgetter("participant.pseudonym")),
    "at": Heading("Finished (UTC)", attrgetter("completed_at")),
}


def search_hits(request: HttpRequest, lines: Iterable[HitLine]) -> Listing[HitLine]:
    return list_rows(
        request,
        lines,
        _HITS,
        name="hits",
        label="Title, way, state or id",
        words=attrgetter("title", "layout", "state", "hit_id"),
    )


def search_payments(
    request: HttpRequest,
    access: StudyAccess,
    lines: Iterable[PaymentLine],
    *,
    currency: str,
) -> Listing[PaymentLine]:
    headings = {
        "what": Heading[PaymentLine]("What", attrgetter("purpose")),
        "amount": Heading[PaymentLine](currency, _number("amount"), True),
        "fee": Heading[PaymentLine]("Fee", _number("fee"), True),
        "state": Heading[PaymentLine]("State", attrgetter("state")),
        "participant": Heading[PaymentLine]("Participant", attrgetter("participant")),
        "at": Heading[PaymentLine]("When (UTC)", attrgetter("at")),
        "who": Heading[PaymentLine]("Who", attrgetter("who")),
    }
    return list_rows(
        request,
        lines,
        _seen(access, headings),
        name="ledger",
        label="Kind, state or who",
        words=_words(access, "purpose", "state", "said", "who", named="participant"),
    )


def search_submissions(
    request: HttpRequest, access: StudyAccess, submissions: Iterable[Submission]
) -> Listing[Submission]:
    return list_rows(
        request,
        submissions,
        _seen(access, _SUBMISSIONS),
        name="submissions",
        label="Submission, code, state or HIT",
        words=_words(
            access,
            *("assignment", "code", "status", "words", "hit.hit_id"),
            named="pseudonym",
        ),
    )


def search_theirs(
    request: HttpRequest, access: StudyAccess, submissions: Iterable[Theirs]
) -> Listing[Theirs]:
    """The same of Prolific's submissions."""
    return list_rows(
        request,
        submissions,
        _seen(access, _THEIRS),
        name="submissions",
        label="Submission, code or state",
        words=_words(access, "id", "code", "status", "fit.words", named="pseudonym"),
    )


def search_missing(
    request: HttpRequest, access: StudyAccess, codes: Iterable[CompletionCode]
) -> Listing[CompletionCode]:
    return list_rows(
        request,
        codes,
        _seen(access, _MISSING),
        name="missing",
        label="Code or outcome",
        words=_words(access, "code", "outcome", named="session.participant.pseudonym"),
    )


def search_unclaimed(
    request: HttpRequest, access: StudyAccess, sessions: Iterable[TeachingSession]
) -> Listing[TeachingSession]:
    return list_rows(
        request,
        sessions,
        _seen(access, _UNCLAIMED),
        name="unclaimed",
        label="Participant",
        words=_words(access, named="participant.pseudonym"),
    )


def _number(name: str) -> Callable[[Any], float]:
    return lambda line: float(getattr(line, name))


def _seen(
    access: StudyAccess, headings: dict[str, Heading[Row]]
) -> dict[str, Heading[Row]]:
    if access.allows(Right.SEE_PARTICIPANTS):
        return headings
    return {name: each for name, each in headings.items() if name != "participant"}


def _words(
    access: StudyAccess, *names: str, named: str
) -> Callable[[Any], Iterable[str]]:
    """What of a row is searched; ``named`` tells who it is of."""
    seen = (*names, named) if access.allows(Right.SEE_PARTICIPANTS) else names
    return lambda row: [attrgetter(name)(row) for name in seen]
