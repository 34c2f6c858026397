"""A study's account at a recruiter: its budget, and what of it is spoken for."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Sum

from studies.errors import BudgetError, InvalidError
from studies.models import Hit, PaymentRecord, RecruitingAccount, Study
from studies.models.ledger import PaymentState
from studies.models.team import Action
from studies.services.recruiting.money import CURRENCY, say_amount
from studies.services.team.audit import record_action


@dataclass(frozen=True)
class Spending:
    """Of a budget, in minor units with fees: what is paid, and what may be yet."""

    budget: int
    paid: int
    planned: int
    offered: int

    @property
    def committed(self) -> int:
        return self.paid + self.planned + self.offered

    @property
    def left(self) -> int:
        return self.budget - self.committed


def account_of(
    study: Study, *, recruiter: str, environment: str, currency: str = CURRENCY
) -> RecruitingAccount:
    """The study's account there; at first it may spend nothing."""
    return RecruitingAccount.objects.get_or_create(
        study=study,
        recruiter=recruiter,
        environment=environment,
        defaults={"currency": currency},
    )[0]


@transaction.atomic
def lock_account(account_id: int) -> RecruitingAccount:
    """The account, so that nobody else spends from it at the same time."""
    return RecruitingAccount.objects.select_for_update().get(pk=account_id)


@transaction.atomic
def set_budget(*, account_id: int, budget: int, who: str, now: datetime) -> None:
    """Say how much the study may spend; not less than what is spoken for."""
    account = lock_account(account_id)
    committed = spending_of(account).committed
    if budget < committed:
        raise InvalidError(f"{say_amount(committed)} are spent or promised already.")
    account.budget = budget
    account.save(update_fields=["budget"])
    amount = f"{say_amount(budget)} {account.currency}"
    record_action(account.study, Action.BUDGET_SET, who=who, now=now, amount=amount)


def spending_of(account: RecruitingAccount) -> Spending:
    """What the account's payments and open HITs come to."""
    payments = PaymentRecord.objects.filter(account=account).order_by()
    by_state = payments.values("state").annotate(cost=Sum(F("amount") + F("fee")))
    sums = {row["state"]: row["cost"] for row in by_state}
    offered = Hit.objects.filter(account=account).aggregate(
        total=Sum(F("n_owed") * (F("reward") + F("fee")))
    )
    planned = sums.get(PaymentState.PLANNED, 0) + sums.get(PaymentState.SENDING, 0)
    return Spending(
        budget=account.budget,
        paid=sums.get(PaymentState.PAID, 0),
        planned=planned,
        offered=offered["total"] or 0,
    )


def require_within_budget(account: RecruitingAccount, *, before: Spending) -> None:
    """Raise if more is spoken for than the budget; under the account's lock.

    ``before`` is what was spoken for until now: the difference is told.
    """
    after = spending_of(account)
    if after.left < 0:
        told = tell_addition(account, after, this=after.committed - before.committed)
        over = f"{say_amount(-after.left)} {account.currency}"
        raise BudgetError(f"{told}: {over} too much.")


def tell_addition(account: RecruitingAccount, after: Spending, *, this: int) -> str:
    """What ``this`` adds to what was spoken for, and what it comes to."""
    so_far, then = say_amount(after.committed - this), say_amount(after.committed)
    return (
        f"Spent or promised so far {so_far} + this {say_amount(this)} = {then} "
        f"{account.currency}, of a budget of {say_amount(after.budget)}"
    )
