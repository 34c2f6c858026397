"""HITs that take more people, are offered for longer, or end."""

import hashlib
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from studies.errors import InvalidError, RecruiterDownError, RecruiterError
from studies.models import Hit
from studies.models.team import Action
from studies.services.recruiting.accounts import (
    lock_account,
    require_within_budget,
    spending_of,
)
from studies.services.recruiting.confirming import rehearsal, require_confirmation
from studies.services.recruiting.hits import find_doubts
from studies.services.recruiting.money import MANY_ASSIGNMENTS
from studies.services.recruiting.offers import MOST_DAYS, MOST_PEOPLE
from studies.services.recruiting.reconciling import reconcile
from studies.services.recruiting.requester import Requester
from studies.services.team.audit import record_action


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
    extend twice. Days more offer the places again that an ended HIT had left, which
    costs as much as new ones.
    """
    if n_more < 0 or more_days < 0 or not n_more + more_days:
        raise InvalidError("Say how many people more, or how many days.")
    if n_more > MOST_PEOPLE or more_days > MOST_DAYS:
        raise InvalidError(
            f"Up to {MOST_PEOPLE:,} people more at once, and up to {MOST_DAYS} days."
        )
    _require_sent(hit)
    n_again = _count_left(hit, requester, now=now) if more_days else 0
    if n_more + n_again:
        more = _More(n_more, n_again, n_known)
        with rehearsal():
            _plan_more(copy(hit), more, who=who, now=now)
            after = spending_of(lock_account(hit.account_id))
        cost = (n_more + n_again) * (hit.reward + hit.fee)
        mind = [*find_doubts(hit.account.study, hit.reward), *_mind_left(n_again)]
        require_confirmation(hit.account, cost, confirmed, after=after, mind=mind)
        with transaction.atomic(durable=True):
            _plan_more(hit, more, who=who, now=now)
    if n_more:
        _send_more(hit, n_more, requester)
    if more_days:
        begins = max(hit.expires_at, now)
        _set_end(hit, begins + timedelta(days=more_days), requester)


@dataclass(frozen=True)
class _More:
    """Whom a HIT shall take: new places, and those that it had left when it ended."""

    n_more: int
    n_again: int
    n_known: int


def _count_left(hit: Hit, requester: Requester, *, now: datetime) -> int:
    """The places of an ended HIT that nobody took: for none of them money is kept."""
    if hit.expires_at > now:
        return 0
    # What is kept for it is only known to be right after a look.
    reconcile(hit.account, requester=requester, now=now)
    hit.refresh_from_db()
    if hit.expires_at > now:
        return 0
    told = requester.ask("get_hit", HITId=hit.hit_id)["HIT"]
    return int(told["NumberOfAssignmentsAvailable"])


def _mind_left(n_again: int) -> list[str]:
    if not n_again:
        return []
    places = "1 place" if n_again == 1 else f"{n_again} places"
    return [f"the HIT had ended, and {places} that nobody took would be offered again"]


def _plan_more(hit: Hit, more: _More, *, who: str, now: datetime) -> None:
    account = lock_account(hit.account_id)
    before = spending_of(account)
    hit.refresh_from_db()
    if hit.n_assignments != more.n_known:
        raise InvalidError(
            f"This HIT takes {hit.n_assignments} people by now. Look again first."
        )
    n_then = hit.n_assignments + more.n_more
    if hit.n_at_first < MANY_ASSIGNMENTS <= n_then:
        raise InvalidError(
            f"A HIT that began with fewer than {MANY_ASSIGNMENTS} people cannot "
            f"be raised to {n_then}. Create another HIT."
        )
    _change_size(hit, more.n_more, n_again=more.n_again)
    require_within_budget(account, before=before)
    record_action(
        account.study,
        Action.HIT_EXTENDED,
        who=who,
        now=now,
        hit=hit.hit_id,
        n_people=more.n_more + more.n_again,
    )


def _change_size(hit: Hit, n_more: int, *, n_again: int = 0) -> None:
    hit.n_assignments += n_more
    hit.n_owed = max(0, hit.n_owed + n_more + n_again)
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
