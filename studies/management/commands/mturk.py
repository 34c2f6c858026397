import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from studies.errors import NotFoundError, StudyError, UnconfirmedError
from studies.management.inputs import find_study, who_commands
from studies.management.mturk_arguments import ACTIONS, ARGUMENTS, add_nothing
from studies.models import Hit, RecruitingAccount, Study
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.accounts import set_budget, spending_of
from studies.services.recruiting.extending import expire_hit, extend_hit
from studies.services.recruiting.hits import (
    create_hits,
    hits_of,
    send_planned,
)
from studies.services.recruiting.judging import (
    approve_submissions,
    pay_bonus,
    reject_submission,
    reverse_rejection,
)
from studies.services.recruiting.money import read_amount, say_amount
from studies.services.recruiting.offers import Layout, Offer
from studies.services.recruiting.reconciling import reconcile
from studies.services.recruiting.requester import connect, mturk_account


class Command(BaseCommand):
    help = (
        "Offer a study to workers of Mechanical Turk, look at what they handed in, and "
        "pay them. Nothing costs money before you typed the sum. "
        "Example: manage.py mturk create german --people 20 --reward 2.40 "
        '--title "Learn German words" --description "25 minutes of flashcards"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        for name, words in ACTIONS.items():
            action = actions.add_parser(name, help=words)
            action.add_argument("study", help="its short name")
            ARGUMENTS.get(name, add_nothing)(action)

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        work = getattr(self, f"_{options['action']}")
        try:
            work(study, mturk_account(study), options)
        except UnconfirmedError as error:
            repeat = f'Repeat it with --confirm "{error.expected}".'
            raise CommandError(f"{error.message} {repeat}") from error
        except StudyError as error:
            raise CommandError(error.message) from error

    def _budget(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        set_budget(
            account_id=account.pk,
            budget=read_amount(options["amount"]),
            who=who_commands(),
            now=timezone.now(),
        )
        self._tell_budget(account)

    def _create(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        hits = create_hits(
            account=account,
            offer=_offer(study, options),
            nonce=secrets.token_urlsafe(16),
            confirmed=options["confirm"],
            **_who(),
        )
        self._tell_hits(hits)

    def _send(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        self._tell_hits(send_planned(account, requester=connect()))

    def _list(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        self._tell_hits(list(hits_of(account)))
        self._tell_budget(account)

    def _extend(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        hit = _find_hit(account, options["hit"])
        extend_hit(
            hit=hit,
            n_more=options["people"],
            n_known=hit.n_assignments,
            more_days=options["days"],
            confirmed=options["confirm"],
            **_who(),
        )
        self._tell_hits([hit])

    def _expire(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        hit = _find_hit(account, options["hit"])
        expire_hit(hit=hit, **_who())
        self._tell_hits([hit])

    def _submissions(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        found = reconcile(account, requester=connect(), now=timezone.now())
        for one in found.submissions:
            status, reward = one.status.lower(), say_amount(one.hit.reward)
            told = (one.assignment, status, one.words, one.hit.hit_id, reward)
            self.stdout.write("\t".join(told))
        for code in found.missing:
            self.stdout.write(f"{code.code}\t{code.outcome}\tnobody handed it in")

    def _approve(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        chosen = options["assignments"]
        if options["matched"]:
            found = reconcile(account, requester=connect(), now=timezone.now())
            chosen = [each.assignment for each in found.payable]
        judged = approve_submissions(
            account=account,
            assignments=chosen,
            confirmed=options["confirm"],
            **_who(),
        )
        self.stdout.write(f"{judged.n_paid} approved and paid")
        if judged.n_before:
            self.stdout.write(f"{judged.n_before} were approved and paid before")
        for fault in judged.faults:
            self.stderr.write(fault)

    def _reject(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        reject_submission(
            account=account,
            assignment=options["assignment"],
            reason=options["reason"],
            confirmed=options["confirm"],
            **_who(),
        )
        self.stdout.write(f"{options['assignment']}: rejected")

    def _reverse(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        paid = reverse_rejection(
            account=account,
            assignment=options["assignment"],
            confirmed=options["confirm"],
            **_who(),
        )
        self.stdout.write(f"{say_amount(paid.amount)} {account.currency} paid")

    def _bonus(
        self, study: Study, account: RecruitingAccount, options: dict[str, Any]
    ) -> None:
        is_part = options["partial"]
        paid = pay_bonus(
            account=account,
            assignment=options["assignment"],
            amount=read_amount(options["amount"]),
            reason=options["reason"],
            purpose=PaymentPurpose.PARTIAL if is_part else PaymentPurpose.BONUS,
            confirmed=options["confirm"],
            **_who(),
        )
        self.stdout.write(f"{say_amount(paid.amount)} {account.currency} paid")

    def _tell_hits(self, hits: list[Hit]) -> None:
        for hit in hits:
            until = f"until {hit.expires_at:%Y-%m-%d %H:%M}"
            people = f"{hit.n_assignments} people, {hit.n_owed} not yet paid"
            taken = Layout(hit.offer["layout"]).words
            reward = say_amount(hit.reward)
            self.stdout.write(f"{hit}\t{taken}\t{people}\t{reward}\t{until}")

    def _tell_budget(self, account: RecruitingAccount) -> None:
        account.refresh_from_db()
        spending = spending_of(account)
        amounts = (spending.budget, spending.paid, spending.committed)
        budget, paid, committed = map(say_amount, amounts)
        self.stdout.write(
            f"budget {budget} {account.currency} ({account.environment}): "
            f"{paid} paid, {committed} spoken for"
        )
        if spending.left < 0:
            over = say_amount(-spending.left)
            self.stdout.write(
                f"over budget by {over}: Mechanical Turk itself paid or offers more "
                "than was decided here"
            )


def _who() -> dict[str, Any]:
    return {"who": who_commands(), "requester": connect(), "now": timezone.now()}


def _find_hit(account: RecruitingAccount, hit_id: str) -> Hit:
    hit = account.hits.filter(hit_id=hit_id).first()
    if hit is None:
        raise NotFoundError("There is no such HIT in this study.")
    return hit


def _offer(study: Study, options: dict[str, Any]) -> Offer:
    if not settings.SITE_URL:
        raise CommandError("Set SITE_URL, so that workers are led to this site.")
    path = reverse("pages:join", args=[study.slug])
    return Offer(
        title=options["title"],
        description=options["description"],
        keywords=options["keywords"],
        reward=read_amount(options["reward"]),
        n_people=options["people"],
        per_hit=options["per_hit"],
        minutes=options["minutes"],
        days=options["days"],
        approve_days=options["approve_days"],
        layout=options["layout"],
        countries=tuple(options["country"]),
        approval_percent=options["approval_percent"],
        n_approved=options["approved"],
        masters_only=options["masters"],
        excludes_past=not options["past_too"],
        address=f"{settings.SITE_URL}{path}",
    )
