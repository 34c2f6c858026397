"""What a researcher may ask, one function for each path."""

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from playground.prolific.errors import RefusedError, UnknownError
from playground.prolific.pool import BulkBonus, Pool, Submission
from playground.prolific.showing import show_bonus, show_short, show_study, show_whole

Request = dict[str, Any]
Operation = Callable[..., tuple[int, Any]]
_OPERATIONS: list[tuple[str, re.Pattern[str], Operation]] = []
_USUAL_PAGE = 20


def operation(method: str, path: str) -> Callable[[Operation], Operation]:
    """Have a function do what is asked at ``path``; ``<>`` is an id."""
    shape = re.compile("/api/v1" + path.replace("<>", "([^/]+)"))

    def enter(act: Operation) -> Operation:
        _OPERATIONS.append((method, shape, act))
        return act

    return enter


def obey(pool: Pool, method: str, path: str, request: Request) -> tuple[int, Any]:
    """Do what was asked, alone."""
    for known, shape, act in _OPERATIONS:
        found = shape.fullmatch(path)
        if known == method and found:
            with pool.lock:
                return act(pool, request, *found.groups())
    raise UnknownError


@operation("GET", "/studies/<>/")
def get_study(pool: Pool, request: Request, study_id: str) -> tuple[int, Any]:
    return 200, show_study(pool, pool.find_study(study_id))


@operation("GET", "/submissions/")
def get_submissions(pool: Pool, request: Request) -> tuple[int, Any]:
    if "study" not in request:
        raise RefusedError({"study": ["This field is required."]})
    found = pool.submissions_of(pool.find_study(request["study"]))
    size = min(int(request.get("page_size", _USUAL_PAGE)), pool.largest_page)
    page = int(request.get("page", 1))
    shown = found[(page - 1) * size : page * size]
    if page > 1 and not shown:
        raise UnknownError("Invalid page.")
    return 200, {
        "results": [show_short(each) for each in shown],
        "meta": {"count": len(found)},
    }


@operation("GET", "/submissions/<>/")
def get_submission(pool: Pool, request: Request, key: str) -> tuple[int, Any]:
    return 200, show_whole(pool.find(key))


@operation("POST", "/submissions/<>/transition/")
def transition(pool: Pool, request: Request, key: str) -> tuple[int, Any]:
    submission = pool.find(key)
    wanted = {"APPROVE": "APPROVED", "REJECT": "REJECTED"}.get(request["action"])
    if wanted is None:
        raise RefusedError("This action is not played here.")
    if submission.status not in ("AWAITING REVIEW", wanted):
        raise RefusedError(f"A submission that is {submission.status} cannot change.")
    submission.status = wanted
    return 200, show_whole(submission)


@operation("POST", "/submissions/bulk-approve/")
def bulk_approve(pool: Pool, request: Request) -> tuple[int, Any]:
    submissions = [pool.find(key) for key in request["submission_ids"]]

    def approve() -> None:
        for each in submissions:
            if each.status == "AWAITING REVIEW":
                each.status = "APPROVED"

    pool.do(approve)
    return 200, {"message": "The request to bulk approve has been made successfully."}


@operation("POST", "/submissions/bonus-payments/")
def set_up_bonuses(pool: Pool, request: Request) -> tuple[int, Any]:
    """Nothing is paid by this."""
    study = pool.find_study(request["study_id"])
    own = {each.id: each for each in pool.submissions_of(study)}
    rows = request["csv_bonuses"].split("\n")
    lines = [_read_line(row, own) for row in rows if row.strip()]
    bonus = BulkBonus(study, lines)
    pool.bonuses[bonus.id] = bonus
    return 201, show_bonus(pool, bonus)


def _read_line(line: str, own: dict[str, Submission]) -> tuple[Submission, int]:
    key, _, amount = line.partition(",")
    if key not in own:
        raise RefusedError([f"{key} has not taken part in this study."])
    try:
        return own[key], int(Decimal(amount) * 100)
    except InvalidOperation as error:
        raise RefusedError(f"{amount} is no amount.") from error


@operation("POST", "/bulk-bonus-payments/<>/pay/")
def pay_bonuses(pool: Pool, request: Request, key: str) -> tuple[int, Any]:
    """Paid again whenever it is asked again: nothing here is idempotent."""
    if key not in pool.bonuses:
        raise UnknownError
    bonus = pool.bonuses[key]

    def pay() -> None:
        bonus.n_paid += 1
        for submission, amount in bonus.lines:
            submission.bonuses.append(amount)

    pool.do(pay)
    return 202, f"Bulk bonus payment with ID {key} is being processed asynchronously."
