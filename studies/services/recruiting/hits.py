"""HITs: created in batches, extended, ended, and looked at."""

import hashlib
from collections.abc import Iterable
from copy import copy
from datetime import datetime, timedelta

from django.db import transaction

from studies.errors import (
    InvalidError,
    NotFoundError,
    RecruiterDownError,
    RecruiterError,
)
from studies.models import Hit, RecruitingAccount, Study
from studies.models.team import Action
from studies.services.recruiting.accounts import lock_account, require_within_budget
from studies.services.recruiting.confirming import rehearsal, require_confirmation
from studies.services.recruiting.money import CURRENCY, MANY_ASSIGNMENTS, say_amount
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
    doubt = _find_doubt(account.study, offer)
    require_confirmation(account, offer.total, confirmed, mind=doubt)
    if offer.excludes_past:
        ensure_qualification(account, requester)
    hits = _plan(account, offer, nonce=nonce, who=who, now=now)
    # Before anybody is offered it, so that who took part does not see it.
    mark_newcomers(account, requester=requester, now=now)
    for hit in hits:
        _send(hit, requester)
    return hits


def _find_doubt(study: Study, offer: Offer) -> str:
    """Whether the task pays another sum than participants read on their first page."""
    promised = study.pay_amount
    if promised is None or study.currency != CURRENCY or offer.reward == promised * 100:
        return ""
    return (
        f"Mind: it pays {say_amount(offer.reward)} {CURRENCY}, and participants read "
        f"{study.pay_words}."
    )


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
    known = list(account.hits.filter(token__in=tokens).order_by("pk"))
    if known:
        return known
    hits = [
        _row(account, offer, size, token, who=who, now=now)
        for size, token in zip(offer.sizes, tokens, strict=True)
    ]
    require_within_budget(account)
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


def extend_hit(
    *,
    hit: Hit,
    n_more: int,
    n_known: int,
    more_days: int,
    confirmed: str,
    who: str,
    requester: Requester,
    now: datetime,
) -> None:
    """Take more workers, or offer it for longer.

    ``n_known`` is how many it took when somebody decided so: who clicks twice does not
    extend twice.
    """
    if n_more < 0 or more_days < 0 or not n_more + more_days:
        raise InvalidError("Say how many people more, or how many days.")
    _require_sent(hit)
    if n_more:
        with rehearsal():
            _plan_more(copy(hit), n_more, n_known=n_known, who=who, now=now)
        require_confirmation(hit.account, n_more * (hit.reward + hit.fee), confirmed)
        with transaction.atomic(durable=True):
            _plan_more(hit, n_more, n_known=n_known, who=who, now=now)
        _send_more(hit, n_more, requester)
    if more_days:
        begins = max(hit.expires_at, now)
        _set_end(hit, begins + timedelta(days=more_days), requester)


def _plan_more(hit: Hit, n_more: int, *, n_known: int, who: str, now: datetime) -> None:
    account = lock_account(hit.account_id)
    hit.refresh_from_db()
    if hit.n_assignments != n_known:
        raise InvalidError(
            f"This HIT takes {hit.n_assignments} people by now. Look again first."
        )
    n_then = hit.n_assignments + n_more
    if hit.n_at_first < MANY_ASSIGNMENTS <= n_then:
        raise InvalidError(
            f"A HIT that began with fewer than {MANY_ASSIGNMENTS} people cannot "
            f"be raised to {n_then}. Create another HIT."
        )
    _change_size(hit, n_more)
    require_within_budget(account)
    record_action(
        account.study,
        Action.HIT_EXTENDED,
        who=who,
        now=now,
        hit=hit.hit_id,
        n_people=n_more,
    )


def _change_size(hit: Hit, n_more: int) -> None:
    hit.n_assignments += n_more
    hit.n_owed = max(0, hit.n_owed + n_more)
    hit.save(update_fields=["n_assignments", "n_owed"])


def _send_more(hit: Hit, n_more: int, requester: Requester) -> None:
    token = hashlib.sha256(f"{hit.token}|{hit.n_assignments}".encode()).hexdigest()
    try:
        requester.ask(
            "create_additional_assignments_for_hit",
            HITId=hit.hit_id,
            NumberOfAdditionalAssignments=n_more,
            UniqueRequestToken=token,
        )
    except RecruiterDownError:
        raise
    except RecruiterError:
        if not _has_grown(hit, requester):
            _change_size(hit, -n_more)
            raise


def _has_grown(hit: Hit, requester: Requester) -> bool:
    """Whether a try whose reply was lost made it as large as it shall be."""
    told = requester.ask("get_hit", HITId=hit.hit_id)["HIT"]
    return bool(told["MaxAssignments"] >= hit.n_assignments)


def expire_hit(*, hit: Hit, who: str, requester: Requester, now: datetime) -> None:
    """Offer it to nobody else; who has accepted it may still hand it in."""
    _require_sent(hit)
    _set_end(hit, now, requester)
    record_action(
        hit.account.study, Action.HIT_EXPIRED, who=who, now=now, hit=hit.hit_id
    )


def _set_end(hit: Hit, at: datetime, requester: Requester) -> None:
    requester.ask("update_expiration_for_hit", HITId=hit.hit_id, ExpireAt=at)
    hit.expires_at = at
    hit.save(update_fields=["expires_at"])


def _require_sent(hit: Hit) -> None:
    if not hit.hit_id:
        raise InvalidError("Mechanical Turk does not know this HIT yet: send it first.")
