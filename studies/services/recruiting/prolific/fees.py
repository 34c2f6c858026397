"""What Prolific takes on top, by what the design says of it."""

from decimal import ROUND_CEILING, Decimal

from studies.models import RecruitingAccount
from studies.services.links.fees import fee_percent_of


def fee_of(account: RecruitingAccount, amount: int) -> int:
    """The fee for ``amount``, rounded up; what Prolific says later is held to it."""
    share = fee_percent_of(account.study, account.recruiter) / Decimal(100)
    return int((amount * share).to_integral_value(rounding=ROUND_CEILING))
