"""Studies, submissions and bonuses as the service tells of them."""

from datetime import datetime
from typing import Any

from playground.prolific.pool import SCREEN_OUT, BulkBonus, Pool, Study, Submission


def show_study(pool: Pool, study: Study) -> dict[str, Any]:
    return {
        "id": study.id,
        "name": study.name,
        "status": "ACTIVE",
        "external_study_url": study.link,
        "is_external_study_url_secure": study.is_signed,
        "reward": study.reward,
        "presentment_currency_code": study.currency,
        "completion_codes": [
            {"code": code, "actions": [_show_action(study, action)]}
            for code, action in study.codes.items()
        ],
        "total_available_places": study.places,
        "places_taken": len(pool.submissions_of(study)),
    }


def _show_action(study: Study, action: str) -> dict[str, Any]:
    if action != SCREEN_OUT:
        return {"action": action}
    reward, slots = study.screen_out_reward, study.places
    return {"action": action, "fixed_screen_out_reward": reward, "slots": slots}


def show_short(submission: Submission) -> dict[str, Any]:
    return {
        "id": submission.id,
        "participant_id": submission.participant,
        "status": submission.status,
        "started_at": _time(submission.started_at),
        "completed_at": _time(submission.completed_at),
        "has_siblings": False,
        "study_code": submission.code,
        "return_requested": _time(submission.return_requested),
    }


def show_whole(submission: Submission) -> dict[str, Any]:
    return {
        "id": submission.id,
        "participant": submission.participant,
        "status": submission.status,
        "study_id": submission.study.id,
        "started_at": _time(submission.started_at),
        "completed_at": _time(submission.completed_at),
        "entered_code": submission.code,
        "bonus_payments": list(submission.bonuses),
        "return_requested": _time(submission.return_requested),
    }


def show_bonus(pool: Pool, bonus: BulkBonus) -> dict[str, Any]:
    amount = sum(amount for _, amount in bonus.lines)
    fees = -(-amount * pool.fee_percent // 100)
    told = {"id": bonus.id, "study": bonus.study.id, "amount": amount, "fees": fees}
    return {**told, "vat": 0, "total_amount": amount + fees}


def _time(at: datetime | None) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None
