"""Saying whose a submission is whose worker typed a wrong code, or none."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from studies.errors import InvalidError
from studies.models import (
    CompletionCode,
    PaymentRecord,
    RecruitingAccount,
    ReportedSubmission,
)
from studies.models.team import Action
from studies.services.identities import find_recruiters
from studies.services.owing import PAID_PURPOSES, find_owed
from studies.services.recruiting.accounts import lock_account
from studies.services.recruiting.judging import find_submissions
from studies.services.recruiting.matching import fits_worker, read_all
from studies.services.recruiting.questions import plain_code
from studies.services.recruiting.requester import Requester
from studies.services.recruiting.submissions import Submission
from studies.services.team.audit import record_action


def join_submission(
    *,
    account: RecruitingAccount,
    assignment: str,
    code: str,
    who: str,
    requester: Requester,
    now: datetime,
) -> Submission:
    """Take a submission for that of the person with ``code``, whom its payments settle.

    What was paid for it to nobody who was known is theirs from then on.
    """
    (submission,) = find_submissions(account, [assignment], requester)
    if submission.session is not None:
        raise InvalidError("It is known whose this submission is.")
    others = [e for e in read_all(account, requester) if e.assignment != assignment]
    text = plain_code(code)
    with transaction.atomic():
        lock_account(account.pk)
        found = _find_code(account, text)
        if any(each.code == text for each in others):
            raise InvalidError("Another submission has this code.")
        _require_free(account, found, submission)
        _join(account, found, submission, who=who, now=now)
    (joined,) = find_submissions(account, [assignment], requester)
    return joined


def _find_code(account: RecruitingAccount, text: str) -> CompletionCode:
    codes = CompletionCode.objects.filter(
        session__study=account.study_id, session__purpose__in=PAID_PURPOSES
    ).select_related("arrival", "session__participant__identity")
    found = codes.filter(code=text).first()
    if found is None:
        raise InvalidError("This is no code of this study.")
    return found


def _require_free(
    account: RecruitingAccount, code: CompletionCode, submission: Submission
) -> None:
    """Raise if its person is another one, or was paid, or has a submission."""
    typed = replace(submission, code=code.code)
    if not fits_worker(typed, code, find_recruiters(account.study)):
        raise InvalidError(
            "The person with this code did not come by this HIT, so that it is not "
            "this worker’s."
        )
    joined = code.session.submissions.exclude(joined_by="")
    if joined.exists() or hasattr(code.session, "known_worker"):
        raise InvalidError("Another submission has this code.")
    claim = find_owed(account.study).get(code.session_id)
    if claim is None or claim.is_begun:
        raise InvalidError("This code is paid already.")


def _join(
    account: RecruitingAccount,
    code: CompletionCode,
    submission: Submission,
    *,
    who: str,
    now: datetime,
) -> None:
    ReportedSubmission.objects.update_or_create(
        session=code.session,
        submission=submission.assignment,
        defaults={"status": submission.status, "at": now, "joined_by": who},
    )
    PaymentRecord.objects.filter(
        account=account, assignment=submission.assignment, session=None
    ).update(session=code.session)
    whom = code.session.participant.pseudonym
    record_action(
        account.study, Action.SUBMISSION_JOINED, who=who, now=now, participant=whom
    )
