"""Exports that were made while people still came: results confess them."""

from studies.models import Study
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.design.lifecycle import find_closing


def has_exported_early(study: Study) -> bool:
    """Whether somebody had data of people who were taught, while others still came."""
    exports = study.audit.filter(action=Action.EXPORTED, detail__purpose=Purpose.REAL)
    closed_at = find_closing(study)
    early = exports if closed_at is None else exports.filter(at__lt=closed_at)
    last = early.order_by("at").last()
    taught = study.sessions.filter(purpose=Purpose.REAL)
    return last is not None and taught.filter(allocated_at__lt=last.at).exists()
