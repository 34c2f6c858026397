"""The study's own qualification: who has it took part, and sees no HIT of it."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from studies.errors import RecruiterDownError, RecruiterError
from studies.models import RecruitingAccount, TeachingSession, WorkerMark
from studies.models.session import ENDED
from studies.models.study import Purpose
from studies.services.earlier_studies import earlier_of
from studies.services.recruiting.refusals import QualificationExistsError
from studies.services.recruiting.requester import MTURK, Requester

# So many calls a page waits for; the others are made by the next looks.
AT_ONCE = 200
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

    They are people of this study, and of those that it keeps out. Nobody is written to
    about it. Our own server turns people away as well: this only spares them the way.
    Who is still inside may have given the task back and want to accept it again, so
    they are marked when the time of a task is over.
    """
    newcomers = list(_unmarked(account, now=now)[:AT_ONCE])
    workers = {each: each.participant.identity.external_id for each in newcomers}
    return mark_workers(account, workers, requester=requester, now=now)


def mark_workers(
    account: RecruitingAccount,
    workers: Mapping[TeachingSession, str],
    *,
    requester: Requester,
    now: datetime,
) -> int:
    """Give it to the worker of each session, once; says to how many."""
    if not account.qualification:
        return 0
    known = WorkerMark.objects.filter(account=account, session__in=list(workers))
    marked = set(known.values_list("session_id", flat=True))
    new = {each: name for each, name in workers.items() if each.pk not in marked}
    for session, worker in new.items():
        _mark(worker, account, requester)
        WorkerMark.objects.get_or_create(
            session=session, account=account, defaults={"at": now}
        )
    return len(new)


def _mark(worker: str, account: RecruitingAccount, requester: Requester) -> None:
    try:
        requester.ask(
            "associate_qualification_with_worker",
            QualificationTypeId=account.qualification,
            WorkerId=worker.upper(),
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
    """Whoever took part here and is done, or in a study whose people are kept out."""
    is_over = Q(phase__in=ENDED) | Q(consented_at__lte=now - _longest_task(account))
    is_kept_out = Q(study__in=earlier_of(account.study))
    sessions = TeachingSession.objects.filter(
        (Q(study=account.study_id) & is_over) | is_kept_out,
        purpose__in=(Purpose.REAL, Purpose.PILOT),
        participant__identity__recruiter=MTURK,
    ).exclude(worker_marks__account=account)
    return sessions.select_related("participant__identity").order_by("pk")


def _longest_task(account: RecruitingAccount) -> timedelta:
    """For how long somebody may hold a task at most."""
    offers = account.hits.values_list("offer", flat=True)
    return timedelta(minutes=max((offer["minutes"] for offer in offers), default=0))
