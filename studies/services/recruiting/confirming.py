"""Nothing costs money before somebody typed how much."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction

from studies.errors import UnconfirmedError
from studies.models import RecruitingAccount
from studies.services.recruiting.accounts import Spending, tell_addition
from studies.services.recruiting.money import say_amount

PRODUCTION = "production"


def expected_words(account: RecruitingAccount, total: int) -> str:
    """What is to be typed: the sum, and for real money the word for it as well."""
    amount = say_amount(total)
    is_real = account.environment == PRODUCTION
    return f"{PRODUCTION} {amount}" if is_real else amount


def require_confirmation(
    account: RecruitingAccount,
    total: int,
    typed: str,
    *,
    after: Spending,
    mind: Sequence[str] = (),
) -> None:
    """Raise unless the sum of what is about to be spent was typed.

    Whoever is asked for it is told what the budget has ``after`` it, and what to
    ``mind``.
    """
    expected, given = expected_words(account, total), " ".join(typed.split())
    if given.lower() == expected:
        return
    wrong = f"You typed “{given}”, which is not the sum. " if given else ""
    cost = f"This costs {say_amount(total)} {account.currency} with fees"
    kind = "real money" if account.environment == PRODUCTION else "play money"
    added = tell_addition(account, after, this=total)
    raise UnconfirmedError(
        f"{wrong}{cost}, in {kind}. {added}. Nothing was done yet: type “{expected}” "
        "to go on.",
        expected=expected,
        mind=mind,
    )


@contextmanager
def rehearsal() -> Iterator[None]:
    """Whatever is refused is refused within it, and nothing that it writes stays.

    So nobody types a sum before it is known that it may be spent.
    """
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
