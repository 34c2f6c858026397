"""Paying once and only once, whatever dies in between."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from studies.errors import (
    BusyPaymentError,
    RecruiterDownError,
    RecruiterError,
    UnsureError,
)
from studies.models import PaymentRecord
from studies.services.recruiting.ledger import (
    claim_payment,
    refuse_payment,
    settle_payment,
)

# Before each further try; the recruiter is asked first whether the last one worked.
PAUSES: Sequence[float] = (1, 4)


class Channel(Protocol):
    """How one kind of payment is made at a recruiter, and how it is asked about."""

    def was_paid(self, payment: PaymentRecord) -> bool: ...

    def pay(self, payment: PaymentRecord) -> None: ...


def send_payment(
    payment: PaymentRecord, *, channel: Channel, now: datetime
) -> PaymentRecord:
    """Have the recruiter make a payment that is planned, and note what came of it."""
    if not claim_payment(payment, now=now):
        payment.refresh_from_db()
        if payment.is_paid:
            return payment
        raise BusyPaymentError
    try:
        _pay_once(payment, channel)
    except RecruiterDownError as error:
        raise UnsureError from error
    except RecruiterError as error:
        refuse_payment(payment, said=error.message, now=now)
        raise
    return settle_payment(payment, now=now)


def _pay_once(payment: PaymentRecord, channel: Channel) -> None:
    for pause in (*PAUSES, None):
        # Always asked first: an earlier try may have worked and died before saying so.
        if channel.was_paid(payment):
            return
        try:
            return _pay(payment, channel)
        except RecruiterDownError:
            if pause is None:
                raise
            time.sleep(pause)


def _pay(payment: PaymentRecord, channel: Channel) -> None:
    try:
        channel.pay(payment)
    except RecruiterDownError:
        raise
    except RecruiterError:
        # A token is refused when it was used: by a try whose reply was lost.
        if not channel.was_paid(payment):
            raise
