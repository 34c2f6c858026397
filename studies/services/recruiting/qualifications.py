"""The study's own qualification: who has it took part, and sees no HIT of it."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from studies.errors import RecruiterDownError, RecruiterError
from studies.models import RecruitingAccount, TeachingSession, WorkerMark
from studies.models.session import ENDED
from studies.models.study import Purpose
from studies.services.recruiting.refusals import QualificationExistsError
from studies.services.recruiting.requester import MTURK, Requester

_DESCRIPTION = "For workers who took part in this study already."


def ensure_qualification(account: RecruitingAccount, requester: Requester) -> None:
    """Have the service know a qualification for the people of this study."""
    if account.qualification:
        return
    name = f"Took part in study {account.study_id} ({account.study.slug})"
    account.qualification = _create(name, requester)
    account.save(update_fields=["qualification"])


def _create(name: str, requester: Requester) -> str:
    try:
        reply = requester.ask(
            "create_qualification_type",
            Name=name,
            Description=_DESCRIPTION,
            QualificationTypeStatus="Active",
        )
    except QualificationExistsError:
        return _find(name, requester)
    return str(reply["QualificationType"]["QualificationTypeId"])


def _find(name: str, requester: Requester) -> str:
    known = requester.list(
        "list_qualification_types",
        "QualificationTypes",
        Query=name,
        MustBeRequestable=False,
        MustBeOwnedByCaller=True,
    )
    found = (kind["QualificationTypeId"] for kind in known if kind["Name"] == name)
    return str(next(found, ""))


def mark_newcomers(
    account: RecruitingAccount, *, requester: Requester, now: datetime
) -> int:
    """Give the qualification to all who have taken part since; says to how many.

    Nobody is written to about it. Our own server turns people away as well: this only
    spares them the way. Who is still inside may have given the task back and want to
    accept it again, so they are marked when the time of a task is over.
    """
    if not account.qualification:
        return 0
    newcomers = list(_unmarked(account, now=now))
    for session in newcomers:
        _mark(session, account, requester)
        WorkerMark.objects.get_or_create(
            session=session, defaults={"account": account, "at": now}
        )
    return len(newcomers)


def _mark(
    session: TeachingSession, account: RecruitingAccount, requester: Requester
) -> None:
    try:
        requester.ask(
            "associate_qualification_with_worker",
            QualificationTypeId=account.qualification,
            WorkerId=session.participant.identity.external_id.upper(),
            IntegerValue=1,
            SendNotification=False,
        )
    except RecruiterDownError:
        raise
    except RecruiterError:
        # Anybody can write any worker's id into a link: there is no such worker.
        return


def _unmarked(
    account: RecruitingAccount, *, now: datetime
) -> QuerySet[TeachingSession]:
    is_over = Q(phase__in=ENDED) | Q(consented_at__lte=now - _longest_task(account))
    sessions = TeachingSession.objects.filter(
        is_over,
        study=account.study_id,
        purpose__in=(Purpose.REAL, Purpose.PILOT),
        participant__identity__recruiter=MTURK,
        worker_mark=None,
    )
    return sessions.select_related("participant__identity").order_by("pk")


def _longest_task(account: RecruitingAccount) -> timedelta:
    """For how long somebody may hold a task at most."""
    offers = account.hits.values_list("offer", flat=True)
    return timedelta(minutes=max((offer["minutes"] for offer in offers), default=0))
