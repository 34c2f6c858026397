from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import StudyError, UnconfirmedError
from studies.management.inputs import find_study, who_commands
from studies.models import RecruitingAccount
from studies.models.ledger import PaymentPurpose
from studies.models.session import ENDED
from studies.services.recruiting.accounts import set_budget, spending_of
from studies.services.recruiting.money import read_amount, say_amount
from studies.services.recruiting.prolific.client import connect, prolific_account
from studies.services.recruiting.prolific.judging import (
    approve_submissions,
    pay_bonus,
)
from studies.services.recruiting.prolific.lists import approval_list, bonus_list
from studies.services.recruiting.prolific.naming import name_study
from studies.services.recruiting.prolific.reconciling import reconcile

CONFIRM = "the sum, once you were told it"


class Command(BaseCommand):
    help = (
        "Hold submissions at Prolific against our records, free the places of those "
        "who returned theirs, approve and pay. Nothing costs money before you typed "
        "the sum. Example: manage.py prolific submissions german"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        for name, words in ACTIONS.items():
            action = actions.add_parser(name, help=words)
            action.add_argument("study", help="its short name")
            ARGUMENTS.get(name, _add_nothing)(action)

    def handle(self, *args: Any, **options: Any) -> None:
        account = prolific_account(find_study(options["study"]))
        work = getattr(self, f"_{options['action']}")
        try:
            work(account, options)
        except UnconfirmedError as error:
            repeat = f'Repeat it with --confirm "{error.expected}".'
            raise CommandError(f"{error.message} {repeat}") from error
        except StudyError as error:
            raise CommandError(error.message) from error

    def _task(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        name_study(account=account, name=options["id"], **_who())
        self.stdout.write(
            f"{account.task}, {say_amount(account.reward)} {account.currency} each"
        )

    def _budget(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        set_budget(
            account_id=account.pk,
            budget=read_amount(options["amount"]),
            who=who_commands(),
            now=timezone.now(),
        )
        account.refresh_from_db()
        spending = spending_of(account)
        budget, paid = say_amount(spending.budget), say_amount(spending.paid)
        self.stdout.write(f"budget {budget} {account.currency}: {paid} paid")

    def _submissions(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        found = reconcile(account, client=connect(), now=timezone.now())
        for one in found.submissions:
            self.stdout.write(f"{one.id}\t{one.status.lower()}\t{one.fit.words}")
        for session in found.unclaimed:
            who = session.participant.pseudonym
            self.stdout.write(f"{who}\tfinished here\tnot handed in there")
        self.stdout.write(f"{found.n_freed} places freed")

    def _approve(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        chosen = options["submissions"]
        if options["matched"]:
            found = reconcile(account, client=connect(), now=timezone.now())
            chosen = [each.id for each in found.payable]
        judged = approve_submissions(
            account=account, ids=chosen, confirmed=options["confirm"], **_who()
        )
        self.stdout.write(f"{judged.n_sent} sent, {judged.n_paid} approved and paid")
        if judged.n_before:
            self.stdout.write(f"{judged.n_before} were approved and paid before")

    def _bonus(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        is_part = options["partial"]
        paid = pay_bonus(
            account=account,
            submission_id=options["submission"],
            amount=read_amount(options["amount"]),
            purpose=PaymentPurpose.PARTIAL if is_part else PaymentPurpose.BONUS,
            confirmed=options["confirm"],
            **_who(),
        )
        amount = f"{say_amount(paid.amount)} {account.currency}"
        self.stdout.write(f"{amount} {'paid' if paid.is_paid else 'on the way'}")

    def _approvals(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        self.stdout.write(approval_list(account.study))

    def _bonuses(self, account: RecruitingAccount, options: dict[str, Any]) -> None:
        amount, outcome = read_amount(options["amount"]), options["outcome"]
        self.stdout.write(bonus_list(account.study, outcome=outcome, amount=amount))


def _who() -> dict[str, Any]:
    return {"who": who_commands(), "client": connect(), "now": timezone.now()}


ACTIONS = {
    "task": "say which study at Prolific it is",
    "budget": "say how much the study may spend, with fees",
    "submissions": "hold what Prolific has against our records, and free places",
    "approve": "pay the reward",
    "bonus": "pay more, or a part, once to each participant",
    "approvals": "write the list of submissions to approve, for pasting",
    "bonuses": "write a list of bonuses, for pasting",
}


def _add_nothing(parser: ArgumentParser) -> None:
    """Some actions need the study alone."""


def _add_approve(parser: ArgumentParser) -> None:
    parser.add_argument("--confirm", default="", help=CONFIRM)
    parser.add_argument("submissions", nargs="*")
    parser.add_argument("--matched", action="store_true", help="all whose code fits")


def _add_bonus(parser: ArgumentParser) -> None:
    parser.add_argument("--confirm", default="", help=CONFIRM)
    parser.add_argument("submission")
    parser.add_argument("--amount", required=True)
    parser.add_argument("--partial", action="store_true", help="for who did not finish")


def _add_bonuses(parser: ArgumentParser) -> None:
    parser.add_argument("--amount", required=True, help="for each, such as 0.50")
    parser.add_argument("--outcome", choices=list(ENDED), default="completed")


ARGUMENTS = {
    "task": lambda parser: parser.add_argument("id", help="24 digits and letters"),
    "budget": lambda parser: parser.add_argument("amount", help="such as 100"),
    "approve": _add_approve,
    "bonus": _add_bonus,
    "bonuses": _add_bonuses,
}
