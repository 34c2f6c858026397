"""Marking people as paid by hand: in a lab, or who came by a link."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Q

from studies.errors import InvalidError, NotFoundError, UnconfirmedError
from studies.models import CompletionCode, HandPayment, Study, TeachingSession
from studies.models.team import Action
from studies.recruitment.personal import Personal
from studies.services.identities import cut_hand_payments, mark_claim
from studies.services.owing import PAID_PURPOSES, Owed, find_owed
from studies.services.paid import write_hand_token, write_undo_token
from studies.services.team.audit import record_action

_CENTS = 100
LONGEST_NOTE = HandPayment._meta.get_field("note").max_length


@dataclass(frozen=True)
class Claim:
    """A code with what its person is owed, and what they were given by hand."""

    code: CompletionCode
    owed: Owed
    payments: Sequence[HandPayment]
    approves_itself_at: datetime | None = None

    @property
    def session(self) -> TeachingSession:
        return self.code.session

    @property
    def label(self) -> str:
        """Of a personal link: who stands in the lab to be paid."""
        identity = getattr(self.session.participant, "identity", None)
        is_labelled = identity is not None and identity.recruiter == Personal.name
        return identity.external_id if identity and is_labelled else ""

    @property
    def open_payment(self) -> HandPayment | None:
        """The last that says that they were paid, if nobody took it back."""
        return next((each for each in reversed(self.payments) if is_open(each)), None)

    @property
    def may_be_marked(self) -> bool:
        """Whether something is owed that nobody is about to pay."""
        owed = self.owed
        is_coming = bool(owed.coming) and (owed.has_whole or owed.has_part)
        return owed.left != 0 and not is_coming


def is_open(payment: HandPayment) -> bool:
    """Whether it says that somebody was paid, and nothing took that back."""
    return payment.undoes_id is None and not hasattr(payment, "undoing")


def find_claim(study: Study, code_pk: int) -> Claim:
    """The claim behind a code of the study."""
    found = CompletionCode.objects.filter(
        pk=code_pk, session__study=study, session__purpose__in=PAID_PURPOSES
    ).select_related("session__participant__identity")
    row = found.first()
    if row is None:
        raise NotFoundError("There is no such code in this study.")
    own = Q(session=row.session) | Q(claim=mark_claim(row.session))
    payments = study.hand_payments.filter(own).select_related("undoing").order_by("pk")
    owed = find_owed(study)[row.session_id]
    waiting = row.session.submissions.filter(decide_by__isnull=False)
    at = waiting.values_list("decide_by", flat=True).first()
    return Claim(row, owed, list(payments), None if owed.has_whole else at)


@dataclass(frozen=True)
class HandLine:
    """A payment by hand in words."""

    row: HandPayment

    @property
    def amount(self) -> str:
        return f"{self.row.amount / _CENTS:.2f}"

    @property
    def words(self) -> str:
        undone = self.row.undoes
        if undone is not None:
            return f"takes back what was noted for {undone.paid_on:%Y-%m-%d}"
        return self.row.note if is_open(self.row) else f"{self.row.note} (taken back)"

    @property
    def may_be_undone(self) -> bool:
        return is_open(self.row) and self.row.session_id is not None


def list_hand_payments(study: Study) -> list[HandLine]:
    """Everything that was noted by hand, the latest first."""
    related = ("session__participant", "undoing", "undoes")
    rows = study.hand_payments.select_related(*related)
    return [HandLine(row) for row in rows.order_by("-at", "-pk")]


@transaction.atomic
def mark_paid(
    *,
    study: Study,
    code_pk: int,
    amount: Decimal,
    paid_on: date,
    note: str,
    who: str,
    now: datetime,
    confirmed: str = "",
) -> HandPayment:
    """Note that somebody was paid all or some of what they are owed.

    The same is noted once, however often it is asked for. Another sum than is owed has
    to be ``confirmed``.
    """
    # Of two at once the second waits here, and finds what the first has written.
    session = CompletionCode.objects.filter(pk=code_pk).values("session")
    own = CompletionCode.objects.filter(session__in=session).order_by("pk")
    list(own.select_for_update())
    claim = find_claim(study, code_pk)
    minor = int(amount * _CENTS)
    if same := _find_same(claim, minor, paid_on, note):
        return same
    _require_payable(claim, minor, paid_on, now=now)
    _require_sum(claim.owed, amount, confirmed)
    turn = sum(each.undoes_id is None for each in claim.payments)
    payment = HandPayment.objects.create(
        study=study,
        session=claim.session,
        amount=minor,
        currency=claim.owed.currency,
        paid_on=paid_on,
        note=note.strip()[:LONGEST_NOTE],
        token=write_hand_token(study.pk, claim.session.participant.pseudonym, turn),
        at=now,
        who=who,
    )
    _record(payment, Action.PAID_BY_HAND)
    if claim.session.erased_at is not None:
        cut_hand_payments(claim.session)
    return payment


@transaction.atomic
def undo_payment(*, study: Study, pk: int, who: str, now: datetime) -> HandPayment:
    """Take back that somebody was paid, by an entry of its own; once."""
    rows = HandPayment.objects.select_for_update().filter(study=study, pk=pk)
    payment = rows.first()
    if payment is None or payment.undoes_id is not None:
        raise NotFoundError("There is no such payment by hand in this study.")
    if payment.session is None:
        raise InvalidError("Whom this was paid to was erased: it stays as it is.")
    counter, is_new = HandPayment.objects.get_or_create(
        undoes=payment,
        defaults={
            "study": study,
            "session": payment.session,
            "amount": -payment.amount,
            "currency": payment.currency,
            "paid_on": now.date(),
            "token": write_undo_token(payment.token),
            "at": now,
            "who": who,
        },
    )
    if is_new:
        _record(counter, Action.PAYMENT_UNDONE)
    return counter


def _find_same(
    claim: Claim, amount: int, paid_on: date, note: str
) -> HandPayment | None:
    """What a second click finds. Of who was erased the ledger keeps no notes."""
    told = "" if claim.session.erased_at else note.strip()
    asked = (amount, paid_on, told)
    return next(
        (
            each
            for each in claim.payments
            if is_open(each) and (each.amount, each.paid_on, each.note) == asked
        ),
        None,
    )


def tell_known(payment: HandPayment) -> str:
    """What is said of a payment that was noted before: once more, or another one."""
    how = "say so in its note" if payment.session_id else "note it for another day"
    return (
        f"The same payment is noted already: {payment.amount / _CENTS:.2f} "
        f"{payment.currency} on {payment.paid_on:%Y-%m-%d}, by {payment.who}. Nothing "
        f"was noted again. If you paid this sum twice, {how}."
    )


def _require_payable(
    claim: Claim, amount: int, paid_on: date, *, now: datetime
) -> None:
    if amount < 1:
        raise InvalidError("Nothing is no payment: it is at least a cent.")
    if paid_on > now.date():
        raise InvalidError("This day is yet to come.")
    if not claim.may_be_marked:
        raise InvalidError(_say_why_not(claim))


def _say_why_not(claim: Claim) -> str:
    owed, known = claim.owed, claim.open_payment
    if owed.has_whole or owed.has_part:
        sum_paid = owed.paid + owed.coming
        return (
            f"They were paid {sum_paid:.2f} {owed.currency}, or are about to be. "
            "Nobody is paid twice."
        )
    if known is None:
        return f"They are owed {owed.words}."
    return (
        f"They are marked as paid by hand: {known.amount / _CENTS:.2f} "
        f"{known.currency} on {known.paid_on:%Y-%m-%d}, by {known.who}. If that is "
        "wrong, take it back first."
    )


def _require_sum(owed: Owed, amount: Decimal, confirmed: str) -> None:
    """Raise unless it is what is owed, or was asked for once more."""
    expected = f"{amount:.2f}"
    if owed.left in (None, amount) or confirmed == expected:
        return
    raise UnconfirmedError(
        f"They are owed {owed.words}, and not {expected}. Nothing was noted yet: press "
        "the button once more if it is right.",
        expected=expected,
    )


def _record(payment: HandPayment, action: Action) -> None:
    session = payment.session
    named = {"participant": session.participant.pseudonym} if session else {}
    record_action(
        payment.study,
        action,
        who=payment.who,
        now=payment.at,
        amount=f"{payment.amount / _CENTS:.2f} {payment.currency}",
        paid_on=payment.paid_on.isoformat(),
        **named,
    )
