"""Nothing costs money before somebody typed how much."""

from studies.errors import UnconfirmedError
from studies.models import RecruitingAccount
from studies.services.recruiting.money import say_amount

PRODUCTION = "production"


def expected_words(account: RecruitingAccount, total: int) -> str:
    """What is to be typed: the sum, and for real money the word for it as well."""
    amount = say_amount(total)
    is_real = account.environment == PRODUCTION
    return f"{PRODUCTION} {amount}" if is_real else amount


def require_confirmation(account: RecruitingAccount, total: int, typed: str) -> None:
    """Raise unless the sum of what is about to be spent was typed."""
    expected = expected_words(account, total)
    if " ".join(typed.split()).lower() == expected:
        return
    cost = f"This costs {say_amount(total)} {account.currency} with fees"
    kind = "real money" if account.environment == PRODUCTION else "play money"
    raise UnconfirmedError(
        f"{cost}, in {kind}. Nothing was done yet: type “{expected}” to go on.",
        expected=expected,
    )
