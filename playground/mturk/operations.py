"""What a requester may ask, one function for each operation."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from playground.mturk.errors import RequestError
from playground.mturk.market import Assignment, Bonus, Hit, Market
from playground.mturk.showing import show_assignment, show_bonus, show_hit

Request = dict[str, Any]
Reply = dict[str, Any]
_PAGE = 10
_MANY = 10
_REVERSIBLE = 30 * 86_400
_MONTH = 2_592_000
Operation = Callable[[Market, Request], Reply]
_OPERATIONS: dict[str, Operation] = {}


def operation(name: str) -> Callable[[Operation], Operation]:
    """Have a function do what the service calls ``name``."""

    def enter(act: Operation) -> Operation:
        _OPERATIONS[name] = act
        return act

    return enter


def obey(market: Market, name: str, request: Request) -> Reply:
    """Do what was asked, alone."""
    if name not in _OPERATIONS:
        raise RequestError(f"{name} is not played here.", "UnknownOperation")
    with market.lock:
        market.settle()
        return _OPERATIONS[name](market, request)


@operation("CreateHITType")
def create_hit_type(market: Market, request: Request) -> Reply:
    """The same offer is the same type, as at the service."""
    offer = {"AutoApprovalDelayInSeconds": _MONTH, **request}
    key = json.dumps(offer, sort_keys=True)
    for type_id, known in market.hit_types.items():
        if json.dumps(known, sort_keys=True) == key:
            return {"HITTypeId": type_id}
    type_id = market.new_id("ht")
    market.hit_types[type_id] = offer
    return {"HITTypeId": type_id}


@operation("CreateHITWithHITType")
def create_hit_with_hit_type(market: Market, request: Request) -> Reply:
    token = request.get("UniqueRequestToken", "")
    if known := market.find_token(token):
        raise RequestError(
            f"The HIT with ID {known} already exists.", "HitAlreadyExists"
        )
    if request["HITTypeId"] not in market.hit_types:
        raise RequestError("This HIT type does not exist.", "HITTypeDoesNotExist")
    hit = _make_hit(market, request)
    market.hits[hit.id] = hit
    market.keep_token(token, hit.id)
    return {"HIT": show_hit(market, hit)}


def _make_hit(market: Market, request: Request) -> Hit:
    n_workers = request.get("MaxAssignments", 1)
    now = market.clock()
    return Hit(
        id=market.new_id("hi"),
        type_id=request["HITTypeId"],
        offer=market.hit_types[request["HITTypeId"]],
        question=request.get("Question", ""),
        max_assignments=n_workers,
        n_at_first=n_workers,
        created_at=now,
        expires_at=now + request["LifetimeInSeconds"],
        annotation=request.get("RequesterAnnotation", ""),
    )


@operation("GetHIT")
def get_hit(market: Market, request: Request) -> Reply:
    return {"HIT": show_hit(market, market.find_hit(request["HITId"]))}


@operation("ListHITs")
def list_hits(market: Market, request: Request) -> Reply:
    newest_first = list(reversed(market.hits.values()))
    return _page(request, "HITs", [show_hit(market, hit) for hit in newest_first])


@operation("ListAssignmentsForHIT")
def list_assignments_for_hit(market: Market, request: Request) -> Reply:
    hit = market.find_hit(request["HITId"])
    told = ("Submitted", "Approved", "Rejected")
    statuses = request.get("AssignmentStatuses") or told
    found = market.assignments_of(hit, *statuses)
    return _page(request, "Assignments", [show_assignment(each) for each in found])


@operation("GetAssignment")
def get_assignment(market: Market, request: Request) -> Reply:
    found = market.find_assignment(request["AssignmentId"])
    _require(found, "Submitted", "Approved", "Rejected")
    return {
        "Assignment": show_assignment(found),
        "HIT": show_hit(market, found.hit),
    }


@operation("ApproveAssignment")
def approve_assignment(market: Market, request: Request) -> Reply:
    found = market.find_assignment(request["AssignmentId"])
    may_be_rejected = request.get("OverrideRejection", False)
    _require(found, "Submitted", *(("Rejected",) if may_be_rejected else ()))
    if found.status == "Rejected" and _is_final(market, found):
        raise RequestError(
            "It was rejected more than 30 days ago.", "InvalidAssignmentState"
        )
    market.spend(Decimal(found.hit.offer["Reward"]))
    return _judge(market, found, "Approved", request)


@operation("RejectAssignment")
def reject_assignment(market: Market, request: Request) -> Reply:
    found = market.find_assignment(request["AssignmentId"])
    _require(found, "Submitted")
    return _judge(market, found, "Rejected", request)


@operation("SendBonus")
def send_bonus(market: Market, request: Request) -> Reply:
    found = market.find_assignment(request["AssignmentId"])
    _require(found, "Submitted", "Approved", "Rejected")
    if found.worker != request["WorkerId"]:
        raise RequestError("This worker did not do it.", "WorkerDoesNotMatch")
    _use_token(market, request)
    market.spend(Decimal(request["BonusAmount"]))
    bonus = Bonus(
        worker=found.worker,
        assignment=found,
        amount=request["BonusAmount"],
        reason=request["Reason"],
        at=market.clock(),
    )
    market.bonuses.append(bonus)
    return {}


@operation("ListBonusPayments")
def list_bonus_payments(market: Market, request: Request) -> Reply:
    found = [
        show_bonus(bonus)
        for bonus in market.bonuses
        if request.get("AssignmentId") in (None, bonus.assignment.id)
        and request.get("HITId") in (None, bonus.assignment.hit.id)
    ]
    return _page(request, "BonusPayments", found)


@operation("CreateAdditionalAssignmentsForHIT")
def create_additional_assignments_for_hit(market: Market, request: Request) -> Reply:
    hit = market.find_hit(request["HITId"])
    n_workers = hit.max_assignments + request["NumberOfAdditionalAssignments"]
    if hit.n_at_first < _MANY <= n_workers:
        raise RequestError(
            "A HIT created with fewer than 10 assignments cannot have 10 or more.",
            "InvalidMaximumAssignmentsIncrease",
        )
    _use_token(market, request)
    hit.max_assignments = n_workers
    return {}


@operation("UpdateExpirationForHIT")
def update_expiration_for_hit(market: Market, request: Request) -> Reply:
    market.find_hit(request["HITId"]).expires_at = float(request["ExpireAt"])
    return {}


@operation("CreateQualificationType")
def create_qualification_type(market: Market, request: Request) -> Reply:
    if any(
        known["Name"] == request["Name"] for known in market.qualifications.values()
    ):
        raise RequestError(
            "You have already created a QualificationType with this name.",
            "QualificationTypeAlreadyExists",
        )
    type_id = market.new_id("qu")
    kind = {**request, "QualificationTypeId": type_id, "CreationTime": market.clock()}
    market.qualifications[type_id] = kind
    return {"QualificationType": kind}


@operation("ListQualificationTypes")
def list_qualification_types(market: Market, request: Request) -> Reply:
    wanted = request.get("Query", "")
    kinds = [each for each in market.qualifications.values() if wanted in each["Name"]]
    return _page(request, "QualificationTypes", kinds)


@operation("AssociateQualificationWithWorker")
def associate_qualification_with_worker(market: Market, request: Request) -> Reply:
    type_id = request["QualificationTypeId"]
    if type_id not in market.qualifications:
        raise RequestError("There is no such type.", "QualificationTypeDoesNotExist")
    market.granted.setdefault(type_id, set()).add(request["WorkerId"])
    return {}


@operation("GetAccountBalance")
def get_account_balance(market: Market, request: Request) -> Reply:
    return {"AvailableBalance": f"{market.balance:.2f}"}


def _page(request: Request, name: str, found: list[Any]) -> Reply:
    start = int(request.get("NextToken", "0"))
    end = start + request.get("MaxResults", _PAGE)
    shown = found[start:end]
    reply: Reply = {name: shown, "NumResults": len(shown)}
    if end < len(found):
        reply["NextToken"] = str(end)
    return reply


def _is_final(market: Market, rejected: Assignment) -> bool:
    return market.clock() - (rejected.judged_at or 0) > _REVERSIBLE


def _require(assignment: Assignment, *statuses: str) -> None:
    if assignment.status not in statuses:
        raise RequestError(
            "This operation can be called with a status of: " + ", ".join(statuses),
            "InvalidAssignmentState",
        )


def _judge(
    market: Market, assignment: Assignment, status: str, request: Request
) -> Reply:
    assignment.status = status
    assignment.judged_at = market.clock()
    assignment.feedback = request.get("RequesterFeedback", "")
    return {}


def _use_token(market: Market, request: Request) -> None:
    token = request.get("UniqueRequestToken", "")
    if market.find_token(token):
        raise RequestError("This request was made before.", "DuplicateRequest")
    market.keep_token(token, "used")
