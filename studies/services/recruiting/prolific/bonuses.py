"""Bonuses at Prolific: set up, then paid once, since paying twice pays twice.

Prolific says so itself: its call that pays is not idempotent, and takes some minutes.
So the name of what was set up is written down before it is paid. From then on nobody
pays it again before Prolific had an hour to show it and does not.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from studies.errors import (
    RecruiterBusyError,
    RecruiterDownError,
    RecruiterError,
    UnsureError,
)
from studies.models import PaymentRecord
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.prolific.client import Client

PATIENCE = timedelta(hours=1)
_NOT_SHOWN = (
    "Prolific was told to pay this and does not show it yet, which may take some "
    "minutes. Nothing is paid twice; look again later."
)


@dataclass(frozen=True)
class BonusChannel:
    """How a bonus is paid at Prolific, and how it is asked about."""

    client: Client
    study_id: str
    now: datetime

    def was_paid(self, payment: PaymentRecord) -> bool:
        if is_shown(payment, self.client):
            return True
        if payment.reference and self.now < payment.planned_at + PATIENCE:
            raise UnsureError(_NOT_SHOWN)
        return False

    def pay(self, payment: PaymentRecord) -> None:
        told = self.client.ask(
            "POST",
            "/submissions/bonus-payments/",
            study_id=self.study_id,
            csv_bonuses=f"{payment.assignment},{say_amount(payment.amount)}",
        )
        self._require_cost(payment, told.get("total_amount"))
        _write_reference(payment, str(told["id"]), now=self.now)
        self._trigger(payment)
        if not is_shown(payment, self.client):
            raise UnsureError(_NOT_SHOWN)

    def _trigger(self, payment: PaymentRecord) -> None:
        try:
            self.client.act("POST", f"/bulk-bonus-payments/{payment.reference}/pay/")
        except RecruiterDownError as error:
            if isinstance(error, RecruiterBusyError):
                _write_reference(payment, "", now=self.now)
            raise
        except RecruiterError:
            # It said no, or to wait: this one did not happen.
            _write_reference(payment, "", now=self.now)
            raise

    def _require_cost(self, payment: PaymentRecord, total: float | None) -> None:
        """What was confirmed is what may be spent; setting up alone pays nothing."""
        planned = payment.amount + payment.fee
        if total is not None and round(total) > planned:
            raise RecruiterError(
                f"Prolific would take {say_amount(round(total))} for this with fees, "
                f"and not {say_amount(planned)}. Nothing was paid: set its fee in "
                "percent on the page of Prolific under Recruiting."
            )


def is_shown(payment: PaymentRecord, client: Client) -> bool:
    """Whether Prolific shows one more bonus of this amount than others of ours."""
    told = client.ask("GET", f"/submissions/{payment.assignment}/")
    shown = [round(amount) for amount in told.get("bonus_payments") or []]
    others = PaymentRecord.objects.filter(
        account=payment.account_id,
        assignment=payment.assignment,
        amount=payment.amount,
        settled_at__isnull=False,
    ).exclude(pk=payment.pk)
    n_others = others.exclude(purpose=PaymentPurpose.APPROVAL).count()
    return shown.count(payment.amount) > n_others


def _write_reference(payment: PaymentRecord, reference: str, *, now: datetime) -> None:
    payment.reference, payment.planned_at = reference, now
    with transaction.atomic(durable=True):
        payment.save(update_fields=["reference", "planned_at"])
