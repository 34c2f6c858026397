"""HITs: created in batches, extended, ended, and looked at."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from studies.errors import (
    NotFoundError,
    RecruiterDownError,
    RecruiterError,
)
from studies.models import Hit, RecruitingAccount, Study
from studies.models.team import Action
from studies.services.recruiting.accounts import (
    lock_account,
    require_within_budget,
    spending_of,
)
from studies.services.recruiting.confirming import rehearsal, require_confirmation
from studies.services.recruiting.money import CURRENCY, say_amount
from studies.services.recruiting.offers import (
    Offer,
    check_offer,
    describe_type,
    write_question,
)
from studies.services.recruiting.qualifications import (
    ensure_qualification,
    mark_newcomers,
)
from studies.services.recruiting.refusals import HitAlreadyExistsError
from studies.services.recruiting.requester import Requester
from studies.services.team.audit import record_action


def hits_of(account: RecruitingAccount) -> Iterable[Hit]:
    """The account's HITs, the newest first."""
    return account.hits.order_by("-pk")


def find_hit(account: RecruitingAccount, hit_pk: int) -> Hit:
    hit = account.hits.filter(pk=hit_pk).first()
    if hit is None:
        raise NotFoundError("There is no such HIT.")
    return hit


def create_hits(
    *,
    account: RecruitingAccount,
    offer: Offer,
    nonce: str,
    confirmed: str,
    who: str,
    requester: Requester,
    now: datetime,
) -> list[Hit]:
    """Offer a task, once for each ``nonce``; what it may cost has to be typed.

    The rows are committed first. Those that the service did not hear of are sent by
    ``send_planned``.
    """
    check_offer(offer, account.study)
    with rehearsal():
        _plan_rows(account, offer, nonce=nonce, who=who, now=now)
        after = spending_of(account)
    mind = find_doubts(account.study, offer.reward)
    require_confirmation(account, offer.total, confirmed, after=after, mind=mind)
    if offer.excludes_past:
        ensure_qualification(account, requester)
    hits = _plan(account, offer, nonce=nonce, who=who, now=now)
    # Before anybody is offered it, so that who took part does not see it.
    mark_newcomers(account, requester=requester, now=now)
    for hit in hits:
        _send(hit, requester)
    return hits


def find_doubts(study: Study, reward: int) -> list[str]:
    """Whether workers get another sum than the consent promises.

    Words without an amount fit if they name the sum.
    """
    promised, words = study.pay_amount, study.pay_words
    is_named = promised is None and say_amount(reward) in words.replace(",", ".")
    is_same = study.currency == CURRENCY and promised == Decimal(reward) / 100
    if not words or is_named or is_same:
        return []
    return [
        f"the consent promises {words}, and this pays {say_amount(reward)} {CURRENCY}"
    ]


def send_planned(account: RecruitingAccount, *, requester: Requester) -> list[Hit]:
    """Create the HITs that a try before this one left behind."""
    hits = list(account.hits.filter(hit_id="").order_by("pk"))
    for hit in hits:
        # Tokens are forgotten after a day: by then this alone knows that it is there.
        hit.hit_id = _find_by_token(requester, hit.token)
        if hit.hit_id:
            hit.save(update_fields=["hit_id"])
        else:
            _send(hit, requester)
    return hits


def _plan(
    account: RecruitingAccount, offer: Offer, *, nonce: str, who: str, now: datetime
) -> list[Hit]:
    with transaction.atomic(durable=True):
        return _plan_rows(account, offer, nonce=nonce, who=who, now=now)


def _plan_rows(
    account: RecruitingAccount, offer: Offer, *, nonce: str, who: str, now: datetime
) -> list[Hit]:
    tokens = [_token(account, nonce, number) for number in range(len(offer.sizes))]
    account = lock_account(account.pk)
    before = spending_of(account)
    known = list(account.hits.filter(token__in=tokens).order_by("pk"))
    if known:
        return known
    hits = [
        _row(account, offer, size, token, who=who, now=now)
        for size, token in zip(offer.sizes, tokens, strict=True)
    ]
    require_within_budget(account, before=before)
    record_action(
        account.study,
        Action.HITS_CREATED,
        who=who,
        now=now,
        n_people=offer.n_people,
        cost=f"{say_amount(offer.total)} {account.currency}",
    )
    return hits


def _token(account: RecruitingAccount, nonce: str, number: int) -> str:
    return hashlib.sha256(f"{account.pk}|{nonce}|{number}".encode()).hexdigest()


def _row(
    account: RecruitingAccount,
    offer: Offer,
    size: int,
    token: str,
    *,
    who: str,
    now: datetime,
) -> Hit:
    return Hit.objects.create(
        account=account,
        token=token,
        offer=offer.to_json(),
        reward=offer.reward,
        fee=offer.fee(size),
        n_at_first=size,
        n_assignments=size,
        n_owed=size,
        created_at=now,
        expires_at=now + offer.lifetime,
        who=who,
    )


def _send(hit: Hit, requester: Requester) -> None:
    if hit.hit_id:
        return
    offer = Offer.from_json(hit.offer)
    try:
        kind = requester.ask("create_hit_type", **describe_type(offer, hit.account))
        hit.hit_id = _create(hit, offer, kind["HITTypeId"], requester)
    except RecruiterDownError:
        raise
    except RecruiterError:
        # It said no: there is nothing to pay for.
        hit.delete()
        raise
    hit.save(update_fields=["hit_id"])


def _create(hit: Hit, offer: Offer, type_id: str, requester: Requester) -> str:
    try:
        reply = requester.ask(
            "create_hit_with_hit_type",
            HITTypeId=type_id,
            MaxAssignments=hit.n_assignments,
            LifetimeInSeconds=int(offer.lifetime.total_seconds()),
            Question=write_question(offer),
            RequesterAnnotation=hit.token,
            UniqueRequestToken=hit.token,
        )
    except HitAlreadyExistsError:
        return _find_by_token(requester, hit.token)
    return str(reply["HIT"]["HITId"])


def _find_by_token(requester: Requester, token: str) -> str:
    for told in requester.list("list_hits", "HITs"):
        if told.get("RequesterAnnotation") == token:
            return str(told["HITId"])
    return ""
