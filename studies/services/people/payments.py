"""What people are owed: codes and how each came about, without answers and arms."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TextIO

from django.db import transaction
from django.db.models import QuerySet

from studies.formulas import defuse
from studies.models import CompletionCode, Study
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.models.team import Action
from studies.recruitment.personal import Personal
from studies.services.identities import find_recruiters
from studies.services.owing import (
    CONTESTED_WORDS,
    PAID_PURPOSES,
    Owed,
    Sum,
    Unassigned,
    add_up,
    find_owed,
    find_unassigned,
)
from studies.services.people.identities import look_at_identities
from studies.services.team.audit import record_action

_HEADER = (
    *(
        "code",
        "outcome",
        "promised",
        "due",
        "paid",
        "paid_by_hand",
        "bonus",
        "on_its_way",
        "owed",
    ),
    "currency",
    "recruiter",
    *("people", "proof", "ended", "session", "codes_of_session", "mind"),
)
_ID = "recruiter_id"


@dataclass(frozen=True)
class Payment:
    """One code: for how a session ended, and what is promised for that.

    ``session`` is a number within the list, and tells nothing but which codes are of
    the same one; ``n_codes`` is how many those are. A code is contested if several
    workers handed it in.
    """

    pk: int
    code: str
    outcome: Phase
    owed: Owed
    people: str
    is_proven: bool
    at: datetime
    session: int
    session_pk: int
    n_codes: int
    is_contested: bool = False
    recruiter: str = ""
    recruiter_id: str = ""

    @property
    def outcome_words(self) -> str:
        return self.outcome.label.lower()

    @property
    def label(self) -> str:
        """Of a personal link: who stands in the lab to be paid."""
        return self.recruiter_id if self.recruiter == Personal.name else ""

    @property
    def warning(self) -> str:
        """What to mind before paying."""
        if self.is_contested:
            return CONTESTED_WORDS
        if self.owed.warning or self.n_codes == 1:
            return self.owed.warning
        return f"one of {self.n_codes} codes of session {self.session}: pay one"


@dataclass(frozen=True)
class Sums:
    """What the list comes to, as far as it is a number."""

    n_completed: int
    n_partly: int
    n_unproven: int
    n_pilot: int
    n_without_amount: int
    by_currency: list[Sum]
    unassigned: list[Unassigned]


def list_payments(study: Study) -> list[Payment]:
    """Every code that somebody may hand in, without who they are.

    The latest session comes first, with its codes together, the person's own first.
    """
    return _payments(study, list(_codes(study)))


def summarise(study: Study, payments: Iterable[Payment]) -> Sums:
    """How many are owed what; codes without proof are counted apart."""
    proven = [payment for payment in payments if payment.is_proven]
    n_completed = sum(payment.outcome == Phase.COMPLETED for payment in proven)
    return Sums(
        n_completed=n_completed,
        n_partly=len(proven) - n_completed,
        n_unproven=len(list(payments)) - len(proven),
        n_pilot=sum(payment.people == Purpose.PILOT for payment in proven),
        n_without_amount=sum(payment.owed.left is None for payment in proven),
        by_currency=add_up(payment.owed for payment in proven),
        unassigned=find_unassigned(study),
    )


def look_at_labels(
    *, study: Study, payments: Iterable[Payment], who: str, now: datetime
) -> None:
    """Log that somebody is shown the labels of those who have one."""
    pks = {payment.session_pk for payment in payments if payment.label}
    sessions = study.sessions.filter(pk__in=pks).select_related("participant")
    look_at_identities(study=study, sessions=sessions.order_by("pk"), who=who, now=now)


@transaction.atomic
def write_payments(
    *,
    study: Study,
    file: TextIO,
    with_ids: bool,
    who: str,
    now: datetime,
    known_ids: Mapping[int, str] = MappingProxyType({}),
) -> None:
    """The list as CSV, logged; with who people are at their recruiter if asked for.

    ``known_ids`` are those that only the recruiter knows, by session: of people who
    came by a link and handed their code in there.
    """
    codes = list(_codes(study))
    record_action(study, Action.EXPORTED, who=who, now=now, what="payments")
    if with_ids:
        sessions = {code.session_id: code.session for code in codes}.values()
        look_at_identities(study=study, sessions=sessions, who=who, now=now)
    writer = csv.writer(file)
    writer.writerow([*_HEADER, *([_ID] if with_ids else ())])
    for payment in _payments(study, codes):
        own = payment.recruiter_id or known_ids.get(payment.session_pk, "")
        writer.writerow([*_cells(payment), *([defuse(own)] if with_ids else ())])


def _codes(study: Study) -> QuerySet[CompletionCode]:
    codes = CompletionCode.objects.filter(
        session__study=study, session__purpose__in=PAID_PURPOSES
    )
    related = ("session__participant__identity", "session__known_worker")
    return codes.select_related(*related).order_by("-created_at", "-pk")


def _payments(study: Study, codes: Sequence[CompletionCode]) -> list[Payment]:
    """The payments of ``codes``, which are the latest first, session by session.

    Sessions are numbered from the oldest code on, so that a new one changes no number.
    """
    together: dict[int, list[CompletionCode]] = {}
    for code in codes:
        together.setdefault(code.session_id, []).append(code)
    oldest_first = dict.fromkeys(code.session_id for code in reversed(codes))
    owed, came = find_owed(study), find_recruiters(study)
    numbers = {key: number for number, key in enumerate(oldest_first, start=1)}
    return [
        _payment(
            code,
            owed[key],
            session=numbers[key],
            n_codes=len(own),
            recruiter=came.get(key) or owed[key].recruiter,
        )
        for key, own in together.items()
        for code in sorted(own, key=lambda code: code.arrival_id is not None)
    ]


def _payment(
    code: CompletionCode, owed: Owed, *, session: int, n_codes: int, recruiter: str
) -> Payment:
    identity = getattr(code.session.participant, "identity", None)
    worker = getattr(code.session, "known_worker", None)
    return Payment(
        pk=code.pk,
        code=code.code,
        outcome=Phase(code.outcome),
        owed=owed,
        people=code.session.purpose,
        is_proven=code.arrival_id is None,
        at=code.created_at,
        session=session,
        session_pk=code.session_id,
        n_codes=n_codes,
        is_contested=worker is not None and worker.is_contested,
        recruiter=recruiter,
        recruiter_id=identity.external_id if identity else "",
    )


def _cells(payment: Payment) -> list[object]:
    owed = payment.owed
    amounts = (owed.due, owed.paid, owed.by_hand, owed.bonus, owed.coming, owed.left)
    return [
        payment.code,
        payment.outcome.value,
        defuse(owed.promised),
        *("" if amount is None else f"{amount:.2f}" for amount in amounts),
        owed.currency,
        payment.recruiter,
        payment.people,
        "yes" if payment.is_proven and not payment.is_contested else "no",
        f"{payment.at:%Y-%m-%d %H:%M}",
        payment.session,
        payment.n_codes,
        payment.warning,
    ]
