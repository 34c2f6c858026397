"""Holding submissions against our own records: whose they are, and how they fit."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from studies.models import (
    CompletionCode,
    PaymentRecord,
    RecruitingAccount,
    TeachingSession,
)
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.models.recruitment import Proof
from studies.recruitment import OPEN_LINK
from studies.services.identities import (
    find_own_sessions,
    find_second_sessions,
    is_of_other_worker,
)
from studies.services.owing import PAID_PURPOSES, find_owed
from studies.services.recruiting.offers import Layout
from studies.services.recruiting.requester import MTURK, Requester
from studies.services.recruiting.submissions import Match, Submission, read_told


def read_submission(
    account: RecruitingAccount, assignment: str, requester: Requester
) -> Submission | None:
    """One submission to a HIT of this account, held against our records."""
    told = requester.ask("get_assignment", AssignmentId=assignment)["Assignment"]
    hit = account.hits.filter(hit_id=told["HITId"]).first()
    return match_submissions(account, [read_told(hit, told)])[0] if hit else None


def match_submissions(
    account: RecruitingAccount, submissions: Sequence[Submission]
) -> list[Submission]:
    """Each with how it fits, the first who hands a code in before all others."""
    codes = _codes_of(account, [each.code for each in submissions])
    payments = _payments_of(account, [each.assignment for each in submissions])
    workers = {each.worker.upper() for each in submissions}
    own = find_own_sessions(account.study_id, recruiter=MTURK, keys=workers)
    claims = find_owed(account.study)
    seconds = find_second_sessions(account.study_id)
    seen: Counter[str] = Counter()
    matched = {}
    for each in sorted(submissions, key=lambda each: each.submitted_at):
        found = _match(each, codes.get(each.code), is_first=not seen[each.code])
        seen[each.code] += found.match in (Match.MATCHED, Match.REPEATED)
        if found.session is None:
            # Whatever the code: the money goes to the worker who handed it in.
            found = replace(found, session=own.get(each.worker.upper()))
        if found.is_matched and found.session and found.session.pk in seconds:
            found = replace(found, match=Match.SAME_WORKER)
        claimed = None if found.match == Match.REPEATED else found.session
        matched[each.assignment] = replace(
            found,
            payments=tuple(payments.get(each.assignment, ())),
            owed=claims.get(claimed.pk) if claimed else None,
        )
    return [matched[each.assignment] for each in submissions]


def _match(
    submission: Submission, code: CompletionCode | None, *, is_first: bool
) -> Submission:
    if not submission.code:
        return replace(submission, match=Match.NO_CODE)
    if code is None:
        return replace(submission, match=Match.WRONG_CODE)
    if not _fits(submission, code):
        return replace(submission, match=Match.OTHERS_CODE)
    if not is_first or _was_handed_in_by_another(submission, code):
        return replace(submission, match=Match.REPEATED, outcome=code.outcome)
    return replace(
        submission,
        match=Match.MATCHED,
        session=code.session,
        outcome=code.outcome,
    )


def _fits(submission: Submission, code: CompletionCode) -> bool:
    """Whether the code is of this worker, as far as the service told who came.

    Who came without proof has a code of that coming, which the assignment proves. Who
    came by the link of a HIT, or was erased, is known by the code alone. Who came by
    any other way is not of the service, so that their code is not the worker's.
    """
    if code.arrival is not None:
        return code.arrival.assignment == submission.assignment
    identity = getattr(code.session.participant, "identity", None)
    came_by = identity.recruiter if identity else _came_by(code.session)
    if came_by == OPEN_LINK:
        return bool(submission.hit.offer["layout"] == Layout.LINK)
    if came_by != MTURK:
        return False
    return identity is None or bool(identity.person_key == submission.worker.upper())


def _came_by(session: TeachingSession) -> str:
    """By which recruiter somebody came who was erased."""
    first = session.arrivals.filter(proof=Proof.FIRST)
    return first.values_list("recruiter", flat=True).first() or ""


def _was_handed_in_by_another(submission: Submission, code: CompletionCode) -> bool:
    key = submission.worker.upper()
    return is_of_other_worker(code.session, recruiter=MTURK, person_key=key)


def _codes_of(
    account: RecruitingAccount, texts: Iterable[str]
) -> dict[str, CompletionCode]:
    codes = CompletionCode.objects.filter(
        code__in={text for text in texts if text},
        session__study=account.study_id,
        session__purpose__in=PAID_PURPOSES,
    ).select_related(
        "arrival", "session__participant__identity", "session__known_worker"
    )
    return {code.code: code for code in codes}


def _payments_of(
    account: RecruitingAccount, assignments: Iterable[str]
) -> dict[str, list[PaymentRecord]]:
    found: dict[str, list[PaymentRecord]] = {}
    rows = PaymentRecord.objects.filter(
        account=account, assignment__in=list(assignments)
    )
    for payment in rows.order_by("pk"):
        found.setdefault(payment.assignment, []).append(payment)
    return found


def codes_without_submission(
    account: RecruitingAccount, submissions: Iterable[Submission]
) -> list[CompletionCode]:
    """Codes of the service's people that nobody handed in or was paid for."""
    handed_in = {each.code for each in submissions}
    paid = PaymentRecord.objects.filter(
        account=account,
        session__isnull=False,
        purpose__in=(PaymentPurpose.APPROVAL, PaymentPurpose.PARTIAL),
    ).exclude(state=PaymentState.REFUSED)
    codes = CompletionCode.objects.filter(
        session__study=account.study_id,
        session__purpose__in=PAID_PURPOSES,
        session__participant__identity__recruiter=MTURK,
    ).exclude(session__in=paid.values("session"))
    related = codes.select_related("session__participant").order_by("-created_at")
    return [code for code in related if code.code not in handed_in]
