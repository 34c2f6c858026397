"""Lists to paste at Prolific: whom to approve, and who gets how much more.

They need no token. Their form is the one that Prolific takes: an id in each line, and
for bonuses ``id,amount``.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from studies.models import ArrivalRecord, PaymentRecord, ReportedSubmission, Study
from studies.models.ledger import LOST, PaymentPurpose, PaymentState
from studies.models.recruitment import Proof
from studies.models.session import Phase
from studies.models.team import Action
from studies.services.owing import PAID_PURPOSES, find_owed
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.prolific.client import PROLIFIC
from studies.services.recruiting.prolific.submissions import (
    ACTIVE,
    APPROVED,
    RESERVED,
)
from studies.services.team.audit import record_action


def list_submissions(
    study: Study, outcome: str, *, but: Collection[str], owed: Collection[int] = ()
) -> list[str]:
    """The submissions of those whose part ended so, the first who began first.

    Each is the one by which its person came last and proved it. Left out is what
    Prolific told to be lost or in one of the states ``but``, unless its session is
    among ``owed``.
    """
    came = ArrivalRecord.objects.filter(
        session__study=study,
        session__purpose__in=PAID_PURPOSES,
        session__phase=outcome,
        recruiter=PROLIFIC,
    ).exclude(assignment="")
    own = came.exclude(proof__in=(Proof.NONE, Proof.TAKEN)).order_by("session", "pk")
    latest = dict(own.values_list("session", "assignment"))
    gone = ReportedSubmission.objects.filter(
        session__study=study, status__in=(*LOST, *but)
    )
    unwanted = set(gone.values_list("submission", flat=True))
    return [each for key, each in latest.items() if each not in unwanted or key in owed]


def approval_list(study: Study) -> str:
    """Whom to approve: who finished, handed in as far as is known, and waits."""
    return "\n".join(list_submissions(study, Phase.COMPLETED, but=(APPROVED, ACTIVE)))


def bonus_list(study: Study, *, outcome: str, amount: int) -> str:
    """The same amount for everybody whose part ended so and who got no more yet.

    Who returned their submission is among them if a part is owed to them.
    """
    claims = find_owed(study).items()
    owed = {pk for pk, claim in claims if not claim.is_whole and claim.left != 0}
    ids = list_submissions(study, outcome, but=(), owed=owed)
    paid = _paid_more(study)
    return "\n".join(f"{one},{say_amount(amount)}" for one in ids if one not in paid)


def count_active(study: Study, bonuses: str) -> int:
    """How many in a list of bonuses have not handed their submission in there yet."""
    listed = {line.partition(",")[0] for line in bonuses.splitlines()}
    rows = ReportedSubmission.objects.filter(
        session__study=study, status__in=(ACTIVE, RESERVED)
    )
    return sum(one in listed for one in rows.values_list("submission", flat=True))


def _paid_more(study: Study) -> set[str]:
    """The submissions with a bonus or a part in the ledger, sent or to be sent."""
    payments = PaymentRecord.objects.filter(
        account__study=study,
        account__recruiter=PROLIFIC,
        purpose__in=(PaymentPurpose.BONUS, PaymentPurpose.PARTIAL),
    ).exclude(state=PaymentState.REFUSED)
    return set(payments.values_list("assignment", flat=True))


@transaction.atomic
def note_download(study: Study, *, what: str, who: str, now: datetime) -> None:
    record_action(study, Action.EXPORTED, who=who, now=now, what=what)
