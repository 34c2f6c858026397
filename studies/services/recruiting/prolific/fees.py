"""What Prolific takes on top, by the design's own percentage."""

from decimal import ROUND_CEILING, Decimal

from studies.models import RecruitingAccount


def fee_of(account: RecruitingAccount, amount: int) -> int:
    """The fee for ``amount``, rounded up; what Prolific says later is held to it."""
    share = account.study.fee_percent / Decimal(100)
    return int((amount * share).to_integral_value(rounding=ROUND_CEILING))
