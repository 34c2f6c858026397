"""Which study at Prolific ours is: somebody says it, or those who come do."""

import re
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.urls import reverse

from studies.errors import InvalidError
from studies.models import ArrivalRecord, RecruitingAccount
from studies.models.team import Action
from studies.services.links.terms import terms_of
from studies.services.recruiting.prolific.client import (
    PROLIFIC,
    Client,
    UnknownAtProlificError,
)
from studies.services.team.audit import record_action

_ID = re.compile(r"[0-9a-f]{24}")
_MOST_TRIED = 3


def name_study(
    *, account: RecruitingAccount, name: str, client: Client, who: str, now: datetime
) -> None:
    """Note which study it is, once Prolific says that its link leads to ours.

    So nobody is approved or paid in another study by a slip.
    """
    name = name.strip().lower()
    if not _ID.fullmatch(name):
        raise InvalidError(
            "The id of a study at Prolific has 24 digits and letters from a to f. It "
            "is in the address of the study's page there."
        )
    told = client.ask("GET", f"/studies/{name}/")
    address = str(told.get("external_study_url", ""))
    path = reverse("pages:join", args=[account.study.slug])
    is_ours = terms_of(account.study, PROLIFIC).is_own(address)
    if not is_ours or path not in address:
        raise InvalidError(
            "At Prolific this study leads elsewhere, not to the link of this study: "
            f"{address[:200] or 'it has no link'}"
        )
    account.task = name
    _keep(account, told)
    record_action(account.study, Action.TASK_NAMED, who=who, now=now, task=name)


def _keep(account: RecruitingAccount, told: dict[str, Any]) -> None:
    currency = told.get("presentment_currency_code") or told.get("currency_code")
    account.reward = round(float(told.get("reward") or 0))
    account.screen_out_reward = _read_screen_out(told)
    account.currency = str(currency or account.study.currency)[:3]
    account.save(update_fields=["task", "reward", "screen_out_reward", "currency"])


def _read_screen_out(told: dict[str, Any]) -> int:
    """What it pays to who comes back with the code of those who are screened out."""
    rewards = (
        action.get("fixed_screen_out_reward") or 0
        for code in told.get("completion_codes") or []
        for action in code.get("actions") or []
    )
    return max((round(float(reward)) for reward in rewards), default=0)


def learn_screen_out(account: RecruitingAccount, *, client: Client) -> int:
    """What whom it screens out is paid; asked again as long as it is not known."""
    if not account.screen_out_reward:
        _keep(account, client.ask("GET", f"/studies/{account.task}/"))
    return account.screen_out_reward


def seen_tasks(account: RecruitingAccount) -> list[str]:
    """What those who came say the study is called, the most frequent first."""
    came = ArrivalRecord.objects.filter(
        session__study=account.study_id, recruiter=PROLIFIC
    ).exclude(task="")
    names = came.values("task").annotate(n=Count("pk")).order_by("-n", "task")
    return [row["task"].lower() for row in names[:_MOST_TRIED]]


def learn_study(account: RecruitingAccount, *, client: Client, now: datetime) -> bool:
    """Find out from those who came, if Prolific agrees; ids in links may be made up."""
    for name in seen_tasks(account):
        try:
            name_study(
                account=account, name=name, client=client, who="Prolific", now=now
            )
        except (InvalidError, UnknownAtProlificError):
            continue
        return True
    return False
