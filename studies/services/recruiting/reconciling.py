"""Holding what the service knows against what we know, and noting the difference."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from studies.models import CompletionCode, Hit, PaymentRecord, RecruitingAccount
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.identities import doubt_workers, remember_worker
from studies.services.recruiting.accounts import lock_account
from studies.services.recruiting.deadlines import note_deadlines
from studies.services.recruiting.ledger import Due, note_payment, settle_payment
from studies.services.recruiting.matching import (
    codes_without_submission,
    match_submissions,
)
from studies.services.recruiting.qualifications import mark_newcomers, mark_workers
from studies.services.recruiting.refusals import UnknownHitError
from studies.services.recruiting.requester import MTURK, Requester
from studies.services.recruiting.submissions import Submission, read_submissions

_ITSELF = "Mechanical Turk"
Connect = Callable[[], Requester]
_ACTIVE = (PaymentState.PLANNED, PaymentState.SENDING, PaymentState.PAID)


@dataclass(frozen=True)
class Reconciled:
    """Submissions as they fit our records, and codes that nobody handed in."""

    submissions: list[Submission]
    missing: list[CompletionCode]

    @property
    def payable(self) -> list[Submission]:
        """What may be approved without a doubt."""
        return [each for each in self.submissions if each.is_payable]


def reconcile(
    account: RecruitingAccount, *, requester: Requester, now: datetime
) -> Reconciled:
    """Ask for everything submitted, and bring our own rows up to date."""
    mark_newcomers(account, requester=requester, now=now)
    hits = _ask_hits(account, requester)
    submissions = match_submissions(account, read_submissions(hits, requester))
    _remember_workers(account, submissions, requester=requester, now=now)
    _note_approvals(account, submissions, now=now)
    note_deadlines(submissions)
    for hit, told in hits.items():
        own = [each for each in submissions if each.hit == hit]
        _bring_up_to_date(hit, told, own, now=now)
    submissions = match_submissions(account, submissions)
    return Reconciled(submissions, codes_without_submission(account, submissions))


def find_worker_ids(account: RecruitingAccount, connect: Connect) -> dict[int, str]:
    """Who came by a link and is known by the code they handed in, by session.

    Only a hash of it is stored, so that the service is asked. Who had their answers
    deleted is not named.
    """
    hits = list(account.hits.exclude(hit_id=""))
    if not hits:
        return {}
    requester, told = connect(), list[Submission]()
    for hit in hits:
        with suppress(UnknownHitError):
            told += read_submissions([hit], requester)
    return {
        each.session.pk: each.worker
        for each in match_submissions(account, told)
        if each.session is not None
        and each.is_known_by_code
        and each.session.erased_at is None
    }


def _remember_workers(
    account: RecruitingAccount,
    submissions: Sequence[Submission],
    *,
    requester: Requester,
    now: datetime,
) -> None:
    """Those who came by a link are known by their submission alone."""
    by_link = [each for each in submissions if each.is_known_by_code]
    for each in by_link:
        if each.session is not None:
            key = each.worker.upper()
            remember_worker(each.session, recruiter=MTURK, person_key=key, now=now)
    contested = [each.code for each in submissions if each.is_contested]
    codes = CompletionCode.objects.filter(code__in=contested)
    for code in codes.filter(session__study=account.study_id).select_related("session"):
        doubt_workers(code.session, recruiter=MTURK, now=now)
    workers = {each.session: each.worker for each in by_link if each.session}
    mark_workers(account, workers, requester=requester, now=now)


def _ask_hits(
    account: RecruitingAccount, requester: Requester
) -> dict[Hit, dict[str, Any]]:
    """What the service tells of each HIT; it forgets them after some months."""
    told = {}
    for hit in account.hits.exclude(hit_id="").order_by("-pk"):
        with suppress(UnknownHitError):
            told[hit] = requester.ask("get_hit", HITId=hit.hit_id)["HIT"]
    return told


def _note_approvals(
    account: RecruitingAccount, submissions: Iterable[Submission], *, now: datetime
) -> None:
    """The service approves by itself after some days, or somebody did on its site.

    What we sent and did not hear of, or was refused to us before, is paid by then.
    """
    for each in submissions:
        if not each.is_approved:
            continue
        for payment in each.payments:
            if payment.purpose == PaymentPurpose.APPROVAL and not payment.is_paid:
                settle_payment(payment, now=now)
        due = approval_due(each)
        note_payment(account_id=account.pk, due=due, who=_ITSELF, now=now)


def approval_due(submission: Submission) -> Due:
    """What approving a submission costs."""
    return Due(
        purpose=PaymentPurpose.APPROVAL,
        amount=submission.hit.reward,
        fee=submission.hit.fee,
        assignment=submission.assignment,
        session=submission.session,
        hit=submission.hit,
    )


def _bring_up_to_date(
    hit: Hit, told: dict[str, Any], submissions: Sequence[Submission], *, now: datetime
) -> None:
    with transaction.atomic():
        lock_account(hit.account_id)
        hit.n_assignments = told["MaxAssignments"]
        hit.expires_at = told["Expiration"]
        hit.n_owed = _n_owed(hit, told, submissions, now=now)
        hit.save(update_fields=["n_assignments", "expires_at", "n_owed"])


def _n_owed(
    hit: Hit, told: dict[str, Any], submissions: Sequence[Submission], *, now: datetime
) -> int:
    """How many may still have to be paid for whom there is no payment yet."""
    n_coming = told["NumberOfAssignmentsPending"]
    if hit.expires_at > now:
        n_coming += told["NumberOfAssignmentsAvailable"]
    spoken_for = set(
        PaymentRecord.objects.filter(
            hit=hit, purpose=PaymentPurpose.APPROVAL, state__in=_ACTIVE
        ).values_list("assignment", flat=True)
    )
    waiting = [each for each in submissions if each.is_open]
    n_waiting = sum(each.assignment not in spoken_for for each in waiting)
    return int(n_coming) + n_waiting
