"""Which of a worker's sessions came first, however they came."""

from collections.abc import Collection

from studies.models import RecruitingAccount, TeachingSession
from studies.services.identities import find_by_workers
from studies.services.recruiting.requester import MTURK


def find_first_sessions(
    account: RecruitingAccount, workers: Collection[str]
) -> dict[str, int]:
    """For each worker the first session with a code of theirs.

    Who came in a frame is known by name, and who came by a link by having handed in
    its code.
    """
    keys = {worker.upper(): worker for worker in workers}
    found = find_by_workers(account.study_id, MTURK, keys)
    for session_id, key in _framed(account, keys):
        found.setdefault(key, []).append(session_id)
    order = _order([pk for own in found.values() for pk in own])
    return {keys[key]: min(own, key=order.__getitem__) for key, own in found.items()}


def _framed(account: RecruitingAccount, keys: Collection[str]) -> list[tuple[int, str]]:
    key = "participant__identity__person_key"
    sessions = TeachingSession.objects.filter(
        study=account.study_id,
        codes__isnull=False,
        participant__identity__recruiter=MTURK,
        **{f"{key}__in": list(keys)},
    )
    return list(sessions.values_list("pk", key).distinct())


def _order(session_ids: Collection[int]) -> dict[int, int]:
    began = TeachingSession.objects.filter(pk__in=session_ids)
    ordered = began.order_by("consented_at", "pk").values_list("pk", flat=True)
    return {pk: place for place, pk in enumerate(ordered)}
