"""Submissions at Prolific, held against our own sessions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils.dateparse import parse_datetime

from studies.models import (
    ArrivalRecord,
    CompletionCode,
    PaymentRecord,
    RecruitingAccount,
    TeachingSession,
)
from studies.models.ledger import LOST
from studies.models.session import Phase
from studies.recruitment.finish import NO_CONSENT
from studies.recruitment.options import pick_code
from studies.services.links.terms import terms_of
from studies.services.owing import PAID_PURPOSES, Owed, find_owed
from studies.services.paid import find_cut_off, tokens_of
from studies.services.recruiting.prolific.client import PROLIFIC
from studies.services.recruiting.weighing import DID_NOT_FINISH

WAITING, APPROVED = "AWAITING REVIEW", "APPROVED"
ACTIVE, RESERVED = "ACTIVE", "RESERVED"
SCREENED_OUT = "SCREENED OUT"
_NO_CODE = ("", "NOCODE")


class Fit(StrEnum):
    """How a submission fits what happened here."""

    FITS = "fits", "the code fits"
    NOT_YET = "not_yet", "ended here, not handed in there yet"
    NO_CODE = "no_code", "handed in without a code"
    WRONG_CODE = "wrong_code", "the code is for another end"
    UNFINISHED = "unfinished", "not finished here"
    OTHER = "other", "came here with another submission"
    OTHERS = "others", "somebody else came with this submission"
    DECLINED = "declined", "did not agree"
    NOBODY = "nobody", "nobody of ours, or all was deleted"
    REPEATED = "repeated", "a second submission of one person"

    words: str

    def __new__(cls, value: str, words: str) -> "Fit":
        fit = str.__new__(cls, value)
        fit._value_ = value
        fit.words = words
        return fit


@dataclass(frozen=True)
class Submission:
    """One submission as Prolific tells of it, and whose it is here."""

    id: str
    participant: str
    status: str
    started_at: datetime
    completed_at: datetime | None = None
    code: str = ""
    is_return_asked: bool = False
    fit: Fit = Fit.NOBODY
    session: TeachingSession | None = None
    payments: tuple[PaymentRecord, ...] = ()
    owed: Owed | None = None

    @property
    def state(self) -> str:
        """What Prolific calls it, and whether its person was asked to return it."""
        asked = ", return asked for" if self.is_return_asked and self.is_open else ""
        return f"{self.status.lower()}{asked}"

    @property
    def is_open(self) -> bool:
        """Whether it waits to be approved."""
        return self.status == WAITING

    @property
    def is_lost(self) -> bool:
        """Whether its place is free again at Prolific."""
        return self.status in LOST

    @property
    def is_under_way(self) -> bool:
        """Whether its person has not handed it in at Prolific yet."""
        return self.status in (ACTIVE, RESERVED)

    @property
    def is_matched(self) -> bool:
        """Whether paying the whole reward is safe."""
        is_done = self.session is not None and self.session.phase == Phase.COMPLETED
        return is_done and self.fit == Fit.FITS

    @property
    def is_payable(self) -> bool:
        """Whether it waits, fits, and no part was paid before."""
        has_part = self.owed is not None and self.owed.has_other_pay
        return self.is_open and self.is_matched and not has_part

    @property
    def doubt(self) -> str:
        """What speaks against approving it, which pays the whole reward."""
        if self.is_matched:
            return ""
        return DID_NOT_FINISH if self.fit == Fit.FITS else self.fit.words

    @property
    def is_own(self) -> bool:
        """Whether it is the one by which its person came."""
        return self.session is not None and self.fit != Fit.OTHER

    @property
    def rewarded(self) -> TeachingSession | None:
        """Whose claim its reward settles: also of who came by another one, once."""
        has_whole = self.owed is not None and self.owed.has_whole
        return None if has_whole and not self.is_own else self.session

    @property
    def pseudonym(self) -> str:
        return self.session.participant.pseudonym if self.session else ""


def read_submission(told: dict[str, Any]) -> Submission:
    """A submission of either shape that Prolific tells it in."""
    return Submission(
        id=str(told["id"]),
        participant=str(told.get("participant_id") or told.get("participant") or ""),
        status=str(told["status"]).upper(),
        started_at=_time(told["started_at"]),
        completed_at=_time(told["completed_at"]) if told.get("completed_at") else None,
        code=str(told.get("study_code") or told.get("entered_code") or ""),
        is_return_asked=bool(told.get("return_requested")),
    )


def _time(text: str) -> datetime:
    at = parse_datetime(text)
    if at is None:
        raise ValueError(text)
    return at


@dataclass(frozen=True)
class _Known:
    """What is known here: who came with which submission, and who is who."""

    by_submission: dict[str, list[TeachingSession]]
    by_person: dict[str, TeachingSession]
    by_code: dict[str, TeachingSession]
    codes: dict[int, set[str]]
    payments: dict[str, list[PaymentRecord]]


def match_submissions(
    account: RecruitingAccount, submissions: Sequence[Submission]
) -> list[Submission]:
    """Each with how it fits; of one person the one that came first fits."""
    known, cut_off = _look_up(account, submissions), find_cut_off(account)
    claims = find_owed(account.study)
    matched, seen = {}, set[int]()
    for each in sorted(submissions, key=lambda each: each.started_at):
        found = _match(each, known, account)
        if found.session is not None and found.fit == Fit.FITS:
            fit = Fit.REPEATED if found.session.pk in seen else Fit.FITS
            seen.add(found.session.pk)
            found = replace(found, fit=fit)
        tokens = tokens_of(account, assignment=each.id, session=found.session)
        erased = (cut_off[token] for token in tokens if token in cut_off)
        own = (*known.payments.get(each.id, ()), *erased)
        owed = claims.get(found.session.pk) if found.session else None
        matched[each.id] = replace(found, payments=own, owed=owed)
    return [matched[each.id] for each in submissions]


def _match(
    submission: Submission, known: _Known, account: RecruitingAccount
) -> Submission:
    brought = known.by_submission.get(submission.id, [])
    key = submission.participant.upper()
    own = [each for each in brought if each.participant.identity.person_key == key]
    if own:
        fit = _fit(submission, own[0], known, account)
        return replace(submission, session=own[0], fit=fit)
    person = known.by_person.get(key)
    if person is not None:
        return replace(submission, session=person, fit=Fit.OTHER)
    nameless = known.by_code.get(submission.code.upper())
    if nameless is not None:
        return replace(submission, session=nameless, fit=Fit.FITS)
    return replace(submission, fit=_fit_of_nobody(submission, bool(brought), account))


def _fit_of_nobody(
    submission: Submission, was_brought: bool, account: RecruitingAccount
) -> Fit:
    if was_brought:
        return Fit.OTHERS
    declined = pick_code(NO_CONSENT, terms_of(account.study, PROLIFIC).options)
    is_declined = bool(declined) and submission.code == declined
    return Fit.DECLINED if is_declined else Fit.NOBODY


def _fit(
    submission: Submission,
    session: TeachingSession,
    known: _Known,
    account: RecruitingAccount,
) -> Fit:
    if not session.has_ended:
        return Fit.UNFINISHED
    if submission.code.upper() in _NO_CODE:
        return Fit.NOT_YET if submission.is_under_way else Fit.NO_CODE
    told = pick_code(session.phase, terms_of(account.study, PROLIFIC).options)
    right = {code for code in (told, *known.codes.get(session.pk, ())) if code}
    return Fit.FITS if submission.code in right else Fit.WRONG_CODE


def _look_up(account: RecruitingAccount, submissions: Sequence[Submission]) -> _Known:
    ids = [each.id for each in submissions]
    sessions = _sessions_of(account)
    came = ArrivalRecord.objects.filter(
        session__in=list(sessions), recruiter=PROLIFIC
    ).exclude(assignment="")
    by_submission: dict[str, list[TeachingSession]] = {}
    for assignment, pk in came.order_by("pk").values_list("assignment", "session_id"):
        by_submission.setdefault(assignment.lower(), []).append(sessions[pk])
    by_person = {
        each.participant.identity.person_key: each for each in sessions.values()
    }
    codes: dict[int, set[str]] = {}
    own = CompletionCode.objects.filter(session__in=list(sessions))
    for pk, code in own.values_list("session_id", "code"):
        codes.setdefault(pk, set()).add(code)
    by_code = _find_erased(account, [each.code for each in submissions])
    payments = _payments_of(account, ids)
    return _Known(by_submission, by_person, by_code, codes, payments)


def _sessions_of(account: RecruitingAccount) -> dict[int, TeachingSession]:
    sessions = TeachingSession.objects.filter(
        study=account.study_id,
        purpose__in=PAID_PURPOSES,
        participant__identity__recruiter=PROLIFIC,
    ).select_related("participant__identity")
    # What a session was frozen with is large, and nothing here asks for it.
    sessions = sessions.defer("settings")
    return {session.pk: session for session in sessions}


def _find_erased(
    account: RecruitingAccount, codes: Iterable[str]
) -> dict[str, TeachingSession]:
    """Who had their answers deleted is known by their own code alone."""
    found = CompletionCode.objects.filter(
        code__in={code.upper() for code in codes if code},
        session__study=account.study_id,
        session__purpose__in=PAID_PURPOSES,
        session__erased_at__isnull=False,
        session__arrivals__recruiter=PROLIFIC,
    )
    related = found.select_related("session__participant")
    return {code.code: code.session for code in related}


def _payments_of(
    account: RecruitingAccount, ids: Iterable[str]
) -> dict[str, list[PaymentRecord]]:
    found: dict[str, list[PaymentRecord]] = {}
    rows = PaymentRecord.objects.filter(account=account).exclude(assignment="")
    wanted = set(ids)
    for payment in rows.order_by("pk"):
        if payment.assignment in wanted:
            found.setdefault(payment.assignment, []).append(payment)
    return found


def find_unclaimed(
    account: RecruitingAccount, submissions: Iterable[Submission]
) -> list[TeachingSession]:
    """Who finished here, and Prolific has nothing of theirs to pay for."""
    handed_in = {
        each.session.pk
        for each in submissions
        if each.session is not None and each.completed_at is not None
    }
    ended = [
        each
        for each in _sessions_of(account).values()
        if each.phase == Phase.COMPLETED and each.pk not in handed_in
    ]
    return sorted(ended, key=lambda each: each.pk, reverse=True)
