"""Lists to paste at Prolific: whom to approve, and who gets how much more.

They need no token. Their form is the one that Prolific takes: an id in each line, and
for bonuses ``id,amount``.
"""

from datetime import datetime

from django.db import transaction

from studies.models import ArrivalRecord, ReportedSubmission, Study
from studies.models.recruitment import Proof
from studies.models.session import Phase
from studies.models.team import Action
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.prolific.client import PROLIFIC
from studies.services.recruiting.prolific.submissions import APPROVED, LOST, PAID
from studies.services.team.audit import record_action


def list_submissions(
    study: Study, outcome: str = Phase.COMPLETED, *, are_approved: bool = True
) -> list[str]:
    """The submissions of those whose part ended so, the first who began first.

    Each is the one by which its person came last and proved it. What Prolific told is
    lost is left out, and what it approved if that is asked for.
    """
    came = ArrivalRecord.objects.filter(
        session__study=study,
        session__purpose__in=PAID,
        session__phase=outcome,
        recruiter=PROLIFIC,
    ).exclude(assignment="")
    own = came.exclude(proof__in=(Proof.NONE, Proof.TAKEN)).order_by("session", "pk")
    latest = dict(own.values_list("session", "assignment"))
    left_out = (*LOST, *(() if are_approved else (APPROVED,)))
    gone = ReportedSubmission.objects.filter(session__study=study, status__in=left_out)
    unwanted = set(gone.values_list("submission", flat=True))
    return [each for each in latest.values() if each not in unwanted]


def approval_list(study: Study) -> str:
    """Whom to approve: everybody who finished and is not approved yet."""
    return "\n".join(list_submissions(study, are_approved=False))


def bonus_list(study: Study, *, outcome: str, amount: int) -> str:
    """The same amount for everybody whose part ended so."""
    ids = list_submissions(study, outcome)
    return "\n".join(f"{each},{say_amount(amount)}" for each in ids)


@transaction.atomic
def note_download(study: Study, *, what: str, who: str, now: datetime) -> None:
    record_action(study, Action.EXPORTED, who=who, now=now, what=what)
