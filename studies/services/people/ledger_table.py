"""The ledger as a table: what recruiters paid, and what was paid by hand."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from operator import itemgetter

from studies.models import HandPayment, PaymentRecord, Study, TeachingSession
from studies.models.ledger import PaymentPurpose
from studies.models.session import Phase
from studies.services.identities import find_recruiters

_CENTS = Decimal(100)
_COLUMNS = (
    *("at", "recruiter", "environment", "purpose", "amount", "fee", "currency"),
    *("state", "task", "submission", "transaction", "reference"),
    *("participant", "by_hand", "paid_on", "note", "who"),
)
Line = dict[str, object]


def name_columns(*, with_people: bool) -> list[str]:
    """Pseudonyms are for who may see participants."""
    return [name for name in _COLUMNS if with_people or name != "participant"]


def list_ledger(study: Study) -> list[Line]:
    """Every payment by the names of its columns, the first first."""
    return sorted([*_paid_there(study), *_paid_by_hand(study)], key=itemgetter("at"))


def _paid_there(study: Study) -> Iterator[Line]:
    rows = PaymentRecord.objects.filter(account__study=study).order_by("pk")
    for row in rows.select_related("account", "hit", "session__participant"):
        yield {
            **_names_there(row),
            "at": _time(row.settled_at or row.planned_at),
            "recruiter": row.account.recruiter,
            "environment": row.account.environment,
            "purpose": row.purpose,
            "amount": _amount(row.amount),
            "fee": _amount(row.fee),
            "currency": row.account.currency,
            "state": row.state,
            "participant": _name(row.session),
            "by_hand": "no",
            "paid_on": "",
            "note": row.said,
            "who": row.who,
        }


def _names_there(row: PaymentRecord) -> Line:
    """What the recruiter's own statement calls it; of who was erased, nothing that
    leads to them there."""
    is_erased = row.session is not None and row.session.erased_at is not None
    is_known = bool(row.assignment) and not is_erased
    hit = row.hit.hit_id if row.hit and is_known else ""
    return {
        "task": row.account.task or hit,
        "submission": row.assignment if is_known else "",
        "transaction": row.token,
        "reference": row.reference if is_known else "",
    }


def _paid_by_hand(study: Study) -> Iterator[Line]:
    came = find_recruiters(study)
    rows = HandPayment.objects.filter(study=study).order_by("pk")
    for row in rows.select_related("session__participant"):
        yield {
            "at": _time(row.at),
            "recruiter": came.get(row.session_id or 0, ""),
            "environment": "",
            "purpose": _purpose(row.session),
            "amount": _amount(row.amount),
            "fee": _amount(0),
            "currency": row.currency,
            "state": "paid" if row.undoes_id is None else "taken back",
            "task": "",
            "submission": "",
            "transaction": row.token,
            "reference": "",
            "participant": _name(row.session),
            "by_hand": "yes",
            "paid_on": row.paid_on.isoformat(),
            "note": row.note,
            "who": row.who,
        }


def _purpose(session: TeachingSession | None) -> str:
    """By hand people get the reward if they finished, else a part."""
    if session is None:
        return ""
    is_whole = session.phase == Phase.COMPLETED
    return (PaymentPurpose.APPROVAL if is_whole else PaymentPurpose.PARTIAL).value


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def _amount(minor: int) -> Decimal:
    return (minor / _CENTS).quantize(Decimal("0.01"))


def _name(session: TeachingSession | None) -> str:
    return session.participant.pseudonym if session else ""
