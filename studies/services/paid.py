"""What the ledgers say was paid, and for which claim each payment counts.

Whoever was erased is cut off from their payments, which still count for the claim that
they settled, by a hash over random names.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from studies.models import (
    HandPayment,
    Hit,
    PaymentRecord,
    RecruitingAccount,
    Study,
    TeachingSession,
)
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.services.identities import mark_claim

# What is paid once to a participant; a submission is approved once.
_OF_PARTICIPANTS = (PaymentPurpose.BONUS, PaymentPurpose.PARTIAL)


def write_token(
    account: RecruitingAccount, *, kind: str, person: str, purpose: str
) -> str:
    """The same for the same payment, whenever and however often it is tried."""
    parts = (str(account.study_id), account.recruiter, account.environment)
    return _hash("|".join((*parts, kind, person, purpose)))


def write_hand_token(study_id: int, pseudonym: str, turn: int) -> str:
    """The same for the same mark; ``turn`` is how many there were before."""
    return _hash(f"{study_id}|by hand|{pseudonym}|{turn}")


def write_undo_token(token: str) -> str:
    return _hash(f"undo|{token}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def tokens_of(
    account: RecruitingAccount, *, assignment: str, session: TeachingSession | None
) -> list[str]:
    """The tokens of whatever may have been paid for a submission."""
    approval = PaymentPurpose.APPROVAL
    named = [("assignment", assignment, purpose) for purpose in PaymentPurpose]
    if session is not None:
        person = session.participant.pseudonym
        named = [("assignment", assignment, approval)]
        named += [("participant", person, purpose) for purpose in _OF_PARTICIPANTS]
    return [
        write_token(account, kind=kind, person=person, purpose=purpose)
        for kind, person, purpose in named
    ]


def find_cut_off(account: RecruitingAccount) -> dict[str, PaymentRecord]:
    """Payments to people who were erased since, by their tokens."""
    rows = PaymentRecord.objects.filter(account=account, assignment="")
    return {row.token: row for row in rows.order_by("pk")}


@dataclass(frozen=True)
class Ledger:
    """Payments by the session whose claim they count for; what counts for none is
    ``beside`` them, in cents by currency."""

    payments: dict[int, list[PaymentRecord]] = field(default_factory=dict)
    by_hand: Counter[int] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)


def read_ledger(study: Study, claimed: Collection[int]) -> Ledger:
    """Everything that was paid or is on its way; ``claimed`` are sessions with a code.

    Each payment is in it once, so that its sums are those of the ledgers.
    """
    found = Ledger()
    rows = PaymentRecord.objects.filter(account__study=study).exclude(
        state=PaymentState.REFUSED
    )
    payments = list(rows.select_related("account").order_by("pk"))
    by_hand = list(HandPayment.objects.filter(study=study).order_by("pk"))
    whose = _find_erased(study)
    for row in payments:
        key = row.session_id or whose.get(row.claim, 0)
        if key in claimed:
            found.payments.setdefault(key, []).append(row)
        elif row.is_paid:
            found.beside[row.account.currency] += row.amount
    for mark in by_hand:
        key = mark.session_id or whose.get(mark.claim, 0)
        if key in claimed:
            found.by_hand[key] += mark.amount
        else:
            found.beside[mark.currency] += mark.amount
    return found


def _find_erased(study: Study) -> dict[str, int]:
    """Sessions of people who were erased, by what is left of them in the ledgers."""
    erased = TeachingSession.objects.filter(study=study, erased_at__isnull=False)
    every = erased.select_related("participant")
    return {mark_claim(session): session.pk for session in every}


@dataclass(frozen=True)
class Account:
    recruiter: str
    currency: str
    reward: int


def accounts_of(study: Study) -> Mapping[str, Account]:
    """Those with something on offer, by recruiter; of play money and real, the real."""
    rows = list(RecruitingAccount.objects.filter(study=study).order_by("pk"))
    hits = Hit.objects.filter(account__in=rows).order_by("pk")
    rewards = dict(hits.values_list("account_id", "reward"))
    rows.sort(key=lambda row: row.environment == "production")
    return {
        row.recruiter: Account(
            row.recruiter, row.currency, row.reward or rewards.get(row.pk, 0)
        )
        for row in rows
        if row.task or row.pk in rewards
    }
