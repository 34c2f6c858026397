"""What the service tells of its tasks, assignments and bonuses."""

from typing import Any

from playground.mturk.market import Assignment, Bonus, Hit, Market


def show_hit(market: Market, hit: Hit) -> dict[str, Any]:
    n_pending = len(market.assignments_of(hit, "Accepted"))
    n_done = len(market.assignments_of(hit, "Approved", "Rejected"))
    return {
        **hit.offer,
        "HITId": hit.id,
        "HITTypeId": hit.type_id,
        "HITGroupId": hit.type_id,
        "Question": hit.question,
        "CreationTime": hit.created_at,
        "Expiration": hit.expires_at,
        "RequesterAnnotation": hit.annotation,
        "HITStatus": _status(market, hit, n_pending),
        "HITReviewStatus": "NotReviewed",
        "MaxAssignments": hit.max_assignments,
        "NumberOfAssignmentsPending": n_pending,
        "NumberOfAssignmentsAvailable": market.n_available(hit),
        "NumberOfAssignmentsCompleted": n_done,
    }


def _status(market: Market, hit: Hit, n_pending: int) -> str:
    if market.is_open(hit):
        return "Assignable"
    return "Unassignable" if n_pending else "Reviewable"


def show_assignment(assignment: Assignment) -> dict[str, Any]:
    is_approved = assignment.status == "Approved"
    is_rejected = assignment.status == "Rejected"
    told = {
        "AssignmentId": assignment.id,
        "WorkerId": assignment.worker,
        "HITId": assignment.hit.id,
        "AssignmentStatus": assignment.status,
        "AcceptTime": assignment.accepted_at,
        "SubmitTime": assignment.submitted_at,
        "AutoApprovalTime": assignment.approved_at,
        "ApprovalTime": assignment.judged_at if is_approved else None,
        "RejectionTime": assignment.judged_at if is_rejected else None,
        "Answer": assignment.answer,
        "RequesterFeedback": assignment.feedback or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def show_bonus(bonus: Bonus) -> dict[str, Any]:
    return {
        "WorkerId": bonus.worker,
        "BonusAmount": bonus.amount,
        "AssignmentId": bonus.assignment.id,
        "Reason": bonus.reason,
        "GrantTime": bonus.at,
    }
