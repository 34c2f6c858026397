"""Holding submissions against our own records: whose they are, and how they fit."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from studies.models import (
    CompletionCode,
    PaymentRecord,
    RecruitingAccount,
    TeachingSession,
)
from studies.models.ledger import SETTLING, PaymentState
from studies.recruitment import OPEN_LINK
from studies.services.identities import (
    find_own_sessions,
    find_recruiters,
    find_second_sessions,
    is_of_other_worker,
)
from studies.services.owing import PAID_PURPOSES, find_owed
from studies.services.paid import find_cut_off, tokens_of
from studies.services.recruiting.joined import put_joined
from studies.services.recruiting.offers import Layout
from studies.services.recruiting.refusals import UnknownHitError
from studies.services.recruiting.requester import MTURK, Requester
from studies.services.recruiting.submissions import (
    Match,
    Submission,
    read_submissions,
    read_told,
)


def read_chosen(
    account: RecruitingAccount, assignments: Sequence[str], requester: Requester
) -> list[Submission]:
    """These submissions to HITs of this account, held against our records.

    Where a code alone tells whose one is, all others are read as well: another worker
    may have handed in the same.
    """
    chosen = [
        read_told(hit, told)
        for each in assignments
        for told in [requester.ask("get_assignment", AssignmentId=each)["Assignment"]]
        for hit in account.hits.filter(hit_id=told["HITId"])[:1]
    ]
    chosen = put_joined(account, chosen)
    codes = _codes_of(account, [each.code for each in chosen])
    peers = list[Submission]()
    if any(_is_known_by_code(code) for code in codes.values()):
        known = {each.assignment for each in chosen}
        every = read_all(account, requester)
        peers = [each for each in every if each.assignment not in known]
    return match_submissions(account, [*chosen, *peers])[: len(chosen)]


def _is_known_by_code(code: CompletionCode) -> bool:
    identity = getattr(code.session.participant, "identity", None)
    return identity is None or identity.recruiter != MTURK


def read_all(account: RecruitingAccount, requester: Requester) -> list[Submission]:
    """Everything that was submitted, as far as the service remembers its HIT."""
    found = list[Submission]()
    for hit in account.hits.exclude(hit_id=""):
        with suppress(UnknownHitError):
            found += read_submissions([hit], requester)
    return found


@dataclass
class _Handed:
    """The workers who handed in one code, apart from those who were rejected."""

    workers: set[str] = field(default_factory=set)
    rejected: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Known:
    """What is known here of the submissions that are matched.

    ``fitting`` are those whose code is of their worker, as far as that is known.
    """

    codes: dict[str, CompletionCode]
    fitting: set[str]
    handed: dict[str, _Handed]
    bound: dict[int, set[str]]
    own: dict[str, TeachingSession]


def match_submissions(
    account: RecruitingAccount, submissions: Sequence[Submission]
) -> list[Submission]:
    """Each with how it fits. A code that several workers handed in fits none."""
    submissions = put_joined(account, submissions)
    known = _look_up(account, submissions)
    payments = _payments_of(account, [each.assignment for each in submissions])
    cut_off, claims = find_cut_off(account), find_owed(account.study)
    seconds = find_second_sessions(account.study_id)
    seen: Counter[str] = Counter()
    matched = {}
    for each in sorted(submissions, key=lambda each: each.submitted_at):
        found = _match(each, known, is_first=not seen[each.code])
        seen[each.code] += found.is_matched
        if found.is_matched and found.session and found.session.pk in seconds:
            found = replace(found, match=Match.SAME_WORKER)
        erased = _pick_own(account, found, cut_off)
        if erased and found.session is None:
            found = replace(found, match=Match.ERASED)
        claimed = None if found.match == Match.REPEATED else found.session
        matched[each.assignment] = replace(
            found,
            payments=(*payments.get(each.assignment, ()), *erased),
            owed=claims.get(claimed.pk) if claimed else None,
        )
    return [matched[each.assignment] for each in submissions]


def _look_up(account: RecruitingAccount, submissions: Sequence[Submission]) -> _Known:
    codes = _codes_of(account, [each.code for each in submissions])
    came = find_recruiters(account.study)
    fitting = [
        each
        for each in submissions
        if each.code in codes and fits_worker(each, codes[each.code], came)
    ]
    workers = {each.worker.upper() for each in submissions}
    return _Known(
        codes,
        {each.assignment for each in fitting},
        _group_workers(fitting),
        _find_bound(account, codes.values()),
        find_own_sessions(account.study_id, recruiter=MTURK, keys=workers),
    )


def _group_workers(submissions: Iterable[Submission]) -> dict[str, _Handed]:
    handed: dict[str, _Handed] = {}
    for each in submissions:
        own = handed.setdefault(each.code, _Handed())
        whose = own.rejected if each.is_rejected else own.workers
        whose.add(each.worker.upper())
    return handed


def _find_bound(
    account: RecruitingAccount, codes: Iterable[CompletionCode]
) -> dict[int, set[str]]:
    """By session the submission for which its claim was paid."""
    rows = PaymentRecord.objects.filter(
        account=account,
        session__in=[code.session_id for code in codes],
        purpose__in=SETTLING,
    ).exclude(state=PaymentState.REFUSED)
    bound: dict[int, set[str]] = {}
    for pk, assignment in rows.values_list("session_id", "assignment"):
        bound.setdefault(pk or 0, set()).add(assignment)
    return bound


def _match(submission: Submission, known: _Known, *, is_first: bool) -> Submission:
    """How it fits, and whose it is: whatever the code, money goes to its worker."""
    code = known.codes.get(submission.code)
    match = _compare(submission, code, known, is_first=is_first)
    session = _session_of(submission, code, match, known)
    own = known.own.get(submission.worker.upper())
    if match == Match.CONTESTED and code and own == code.session:
        # Known by nothing but this very code.
        own = None
    fits = match in (Match.MATCHED, Match.REPEATED, Match.CONTESTED)
    paid_for = known.bound.get(code.session_id, set()) if code and fits else set()
    return replace(
        submission,
        match=match,
        session=session or own,
        outcome=code.outcome if code and fits else "",
        is_code_paid=bool(paid_for - {submission.assignment}),
    )


def _session_of(
    submission: Submission, code: CompletionCode | None, match: Match, known: _Known
) -> TeachingSession | None:
    """Of several workers with one code, its claim is of the one who is paid first."""
    if code is None or match not in (Match.MATCHED, Match.CONTESTED):
        return None
    bound = known.bound.get(code.session_id, set()) if match != Match.MATCHED else set()
    return None if bound - {submission.assignment} else code.session


def _compare(
    submission: Submission,
    code: CompletionCode | None,
    known: _Known,
    *,
    is_first: bool,
) -> Match:
    if not submission.code:
        return Match.NO_CODE
    if code is None:
        return Match.WRONG_CODE
    if submission.assignment not in known.fitting:
        return Match.OTHERS_CODE
    handed = known.handed[submission.code]
    others = handed.workers - {submission.worker.upper()}
    if others:
        return Match.REPEATED if submission.is_rejected else Match.CONTESTED
    if not is_first or _was_handed_in_by_another(submission, code, handed.rejected):
        return Match.REPEATED
    return Match.MATCHED


def fits_worker(
    submission: Submission, code: CompletionCode, came: Mapping[int, str]
) -> bool:
    """Whether the code is of this worker, as far as the service told who came.

    Who came without proof has a code of that coming, which the assignment proves. Who
    came by the link of a HIT, or was erased, is known by the code alone. Who came by
    any other way is not of the service, so that their code is not the worker's.
    """
    if code.arrival is not None:
        return code.arrival.assignment == submission.assignment
    identity = getattr(code.session.participant, "identity", None)
    came_by = identity.recruiter if identity else came.get(code.session_id)
    if came_by == OPEN_LINK:
        return submission.layout == Layout.LINK
    if came_by != MTURK:
        return False
    return identity is None or bool(identity.person_key == submission.worker.upper())


def _was_handed_in_by_another(
    submission: Submission, code: CompletionCode, rejected: Collection[str]
) -> bool:
    """Whether it is known to be of another worker, who was not rejected for it."""
    return all(
        is_of_other_worker(code.session, recruiter=MTURK, person_key=key)
        for key in (submission.worker.upper(), *rejected)
    )


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


def _pick_own(
    account: RecruitingAccount,
    submission: Submission,
    cut_off: Mapping[str, PaymentRecord],
) -> list[PaymentRecord]:
    """What was paid for it to somebody who was erased."""
    tokens = tokens_of(
        account, assignment=submission.assignment, session=submission.session
    )
    return [cut_off[token] for token in tokens if token in cut_off]


def codes_without_submission(
    account: RecruitingAccount, submissions: Iterable[Submission]
) -> list[CompletionCode]:
    """Codes of the service's people that nobody handed in or was paid for."""
    handed_in = {each.code for each in submissions}
    own = [
        pk
        for pk, claim in find_owed(account.study).items()
        if claim.recruiter == MTURK and not claim.is_begun
    ]
    codes = CompletionCode.objects.filter(session__in=own)
    related = codes.select_related("session__participant").order_by("-created_at")
    return [code for code in related if code.code not in handed_in]
