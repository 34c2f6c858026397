"""What a study costs, and what it pays."""

from decimal import Decimal

from studies.models import Study
from studies.services.links.fees import highest_fee_percent
from studies.services.session.showing.progress import duration_of

_MINUTES = 60
_CENT = Decimal("0.01")


def hourly_pay(study: Study) -> Decimal | None:
    """What an hour of the usual length pays; None where nothing is paid."""
    if study.pay_amount is None:
        return None
    minutes = duration_of(study).usual_minutes
    return (study.pay_amount * _MINUTES / minutes).quantize(_CENT)


def cost_of_part(study: Study) -> Decimal | None:
    """What one person costs with fees who is paid a part."""
    if study.partial_pay_amount is None:
        return None
    return _with_fees(study, study.partial_pay_amount)


def cost_of(study: Study, *, n_people: int) -> Decimal | None:
    """What ``n_people`` cost with the highest fee of the study's recruiters."""
    if study.pay_amount is None:
        return None
    return _with_fees(study, study.pay_amount * n_people)


def _with_fees(study: Study, amount: Decimal) -> Decimal:
    return (amount * (1 + highest_fee_percent(study) / 100)).quantize(_CENT)
