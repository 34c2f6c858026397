"""What recruiters take on top of what people are paid."""

from decimal import Decimal

from studies.models import Study
from studies.recruitment import RECRUITERS, pick_recruiters


def fee_percent_of(study: Study, recruiter: str) -> Decimal:
    """The fee of ``recruiter``: its own, or what the study says of all others."""
    options = study.recruiter_options.get(recruiter, {})
    own = RECRUITERS[recruiter].own_fee_percent(options)
    return Decimal(study.fee_percent) if own is None else own


def highest_fee_percent(study: Study) -> Decimal:
    """The fee to reckon with: nobody knows by whom how many people will come."""
    named = [fee_percent_of(study, name) for name in study.recruiters]
    return max(named, default=Decimal(study.fee_percent))


def tell_fees(study: Study) -> str:
    """Which fees the costs have in them, in words after a sum."""
    fees = {
        each.title: fee_percent_of(study, each.name)
        for each in pick_recruiters(study.recruiters)
    }
    highest = highest_fee_percent(study)
    if not highest:
        return ""
    if len(set(fees.values())) < 2:
        return "with fees"
    dearest = next(title for title, fee in fees.items() if fee == highest)
    return f"with the fee of {dearest}, the highest of your recruiters"
