"""What people are owed: what is due to them, less what the ledger says was paid.

One currency is never added to another: each person is owed in one, that of their
recruiter where it pays them, else that of the design.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from studies.models import CompletionCode, PaymentRecord, Study
from studies.models.ledger import SETTLING, PaymentPurpose
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.services.identities import find_recruiters, find_second_sessions
from studies.services.paid import Account, accounts_of, read_ledger

# Whoever takes part in a pilot is paid like everybody.
PAID_PURPOSES = (Purpose.REAL, Purpose.PILOT)
# Neither of the two is known here, so that no file has their ids.
CONTESTED_WORDS = (
    "two workers handed in this code: ask both; open the HIT at Mechanical Turk, then "
    "each worker, and send a message"
)
_NOTHING = Decimal(0)
_CENTS = Decimal(100)


@dataclass(frozen=True)
class Owed:
    """One person's claim. ``due`` is none where the design tells it in words alone.

    A ``bonus`` comes on top: it is neither due nor counted as ``paid``. What was paid
    ``by_hand`` is in ``paid``.
    """

    outcome: Phase
    promised: str
    currency: str
    recruiter: str
    due: Decimal | None
    paid: Decimal = _NOTHING
    bonus: Decimal = _NOTHING
    coming: Decimal = _NOTHING
    by_hand: Decimal = _NOTHING
    is_settled: bool = False
    is_second: bool = False
    has_whole: bool = False
    has_part: bool = False
    decide_by: datetime | None = None

    @property
    def is_whole(self) -> bool:
        return self.outcome == Phase.COMPLETED

    @property
    def has_other_pay(self) -> bool:
        """Whether they got something in the place of the whole reward."""
        return self.has_part or bool(self.by_hand)

    @property
    def left(self) -> Decimal | None:
        """What is owed yet; none if it is something that is told in words alone."""
        if self.is_settled or self.is_second:
            return _NOTHING
        return None if self.due is None else max(self.due - self.paid, _NOTHING)

    @property
    def words(self) -> str:
        """What is owed yet, such as 4.00 USD, or that it was paid."""
        if self.is_second:
            return "nothing: took part before"
        if self.left is None:
            share = "in full" if self.is_whole else "in part"
            return f"{share}: {self.promised}" if self.promised else share
        if self.left:
            return f"{self.left:.2f} {self.currency}"
        is_paid = self.paid or self.is_settled
        return "nothing: paid" if is_paid else "nothing"

    @property
    def settling(self) -> str:
        """How a claim is settled that has no amount."""
        if self.left is not None:
            return ""
        return f"no amount in {self.currency} is set: one payment settles it"

    @property
    def warning(self) -> str:
        """What to mind before paying."""
        if self.is_second:
            return "the same worker took part before: pay them once"
        if self.decide_by and not self.has_whole:
            return f"a part is paid: decide by {self.decide_by:%Y-%m-%d}"
        if self.has_whole and self.has_part and not self._is_the_rest:
            return "paid both the whole and a part"
        if self._is_overpaid:
            more = self.paid - (self.due or _NOTHING)
            return f"paid {self.paid:.2f} {self.currency}, {more:.2f} more than due"
        if self.by_hand and (self.has_whole or self.has_part):
            return "paid both by hand and by the recruiter"
        if self.by_hand and self.left:
            return "less than is owed was paid by hand"
        is_needless = self.has_part and self.is_whole and not self.has_whole
        return "a part was paid already" if is_needless else ""

    @property
    def _is_the_rest(self) -> bool:
        """Whether a part came on top of a reward that was less than is due."""
        return self.due is not None and self.paid + self.coming <= self.due

    @property
    def _is_overpaid(self) -> bool:
        """By hand, where nobody but a person reckons."""
        return bool(self.by_hand) and self.due is not None and self.paid > self.due

    @property
    def is_begun(self) -> bool:
        """Whether something was paid for it, or is about to be."""
        is_theirs = self.has_whole or self.has_part
        return is_theirs or bool(self.by_hand) or self.is_settled

    @property
    def by_recruiter(self) -> Decimal:
        """What of ``paid`` the recruiter paid."""
        return self.paid - self.by_hand


@dataclass(frozen=True)
class Sum:
    """What several people are owed in one currency."""

    currency: str
    due: Decimal
    paid: Decimal
    bonus: Decimal
    coming: Decimal
    left: Decimal


def add_up(claims: Iterable[Owed]) -> list[Sum]:
    """One sum for each currency, as far as there are numbers."""
    by_currency: dict[str, list[Owed]] = {}
    for each in claims:
        by_currency.setdefault(each.currency, []).append(each)
    sums = [_add(currency, own) for currency, own in sorted(by_currency.items())]
    return [each for each in sums if each.due or each.paid or each.bonus or each.coming]


def _add(currency: str, claims: Collection[Owed]) -> Sum:
    return Sum(
        currency,
        due=sum((each.due or _NOTHING for each in claims), _NOTHING),
        paid=sum((each.paid for each in claims), _NOTHING),
        bonus=sum((each.bonus for each in claims), _NOTHING),
        coming=sum((each.coming for each in claims), _NOTHING),
        left=sum((each.left or _NOTHING for each in claims), _NOTHING),
    )


@dataclass(frozen=True)
class Unassigned:
    """What was paid to nobody who is known here, in one currency."""

    currency: str
    paid: Decimal


def find_unassigned(study: Study) -> list[Unassigned]:
    """Payments that settle no claim: to nobody who is known, or who has no code."""
    claimed = {pk for pk, *_ in _codes_of(study)}
    beside = read_ledger(study, claimed).beside
    return [
        Unassigned(currency, beside[currency] / _CENTS)
        for currency in sorted(beside)
        if beside[currency]
    ]


def find_owed(study: Study) -> dict[int, Owed]:
    """What everybody with a code is owed, by their session."""
    codes = list(_codes_of(study))
    ledger = read_ledger(study, {pk for pk, *_ in codes})
    accounts, came = accounts_of(study), find_recruiters(study)
    seconds = find_second_sessions(study.pk)
    return {
        pk: _claim(
            study,
            phase=Phase(phase),
            recruiter=known_by_code or recruiter or came.get(pk, ""),
            payments=ledger.payments.get(pk, []),
            by_hand=ledger.by_hand[pk] / _CENTS,
            accounts=accounts,
            is_settled=is_settled,
            is_second=pk in seconds,
        )
        for pk, phase, is_settled, recruiter, known_by_code in codes
    }


def _codes_of(
    study: Study,
) -> Iterable[tuple[int, str, bool, str | None, str | None]]:
    """Whoever came by a link is of the recruiter at which they handed the code in."""
    codes = CompletionCode.objects.filter(
        session__study=study, session__purpose__in=PAID_PURPOSES
    )
    return codes.values_list(
        "session_id",
        "session__phase",
        "is_settled",
        "session__participant__identity__recruiter",
        "session__known_worker__recruiter",
    )


def _claim(
    study: Study,
    *,
    phase: Phase,
    recruiter: str,
    payments: Sequence[PaymentRecord],
    by_hand: Decimal,
    accounts: Mapping[str, Account],
    is_settled: bool,
    is_second: bool,
) -> Owed:
    payer = payments[0].account.recruiter if payments else recruiter
    account = accounts.get(payer)
    is_whole = phase == Phase.COMPLETED
    settled = [each for each in payments if each.is_paid]
    purposes = {each.purpose for each in payments}
    due = _due(study, account) if is_whole else _part_due(study, account)
    due = _NOTHING if is_second else due
    paid = by_hand + _add_amounts(e for e in settled if e.purpose in SETTLING)
    if is_settled and due is not None:
        # No more is known to have been due than what is known to have been paid.
        due = min(due, paid)
    return Owed(
        outcome=phase,
        promised=study.pay_words if is_whole else study.partial_pay_words,
        currency=account.currency if account else study.currency,
        recruiter=payer,
        due=due,
        paid=paid,
        bonus=_add_amounts(e for e in settled if e.purpose not in SETTLING),
        coming=_add_amounts(each for each in payments if not each.is_paid),
        by_hand=by_hand,
        is_settled=is_settled or (due is None and bool(paid)),
        is_second=is_second,
        has_whole=PaymentPurpose.APPROVAL in purposes,
        has_part=PaymentPurpose.PARTIAL in purposes,
        decide_by=next((e.decide_by for e in payments if e.decide_by), None),
    )


def _due(study: Study, account: Account | None) -> Decimal | None:
    """For finishing: what the design says, or where it counts in another currency than
    the recruiter, the recruiter's own reward."""
    if account is None:
        return study.pay_amount
    reward = account.reward / _CENTS if account.reward else None
    if account.currency != study.currency or study.pay_amount is None:
        return reward
    return study.pay_amount


def _part_due(study: Study, account: Account | None) -> Decimal | None:
    """For ending otherwise: the part, where recruiter and design count alike."""
    is_alike = account is None or account.currency == study.currency
    return study.partial_pay_amount if is_alike else None


def _add_amounts(payments: Iterable[PaymentRecord]) -> Decimal:
    return sum((each.amount / _CENTS for each in payments), _NOTHING)
