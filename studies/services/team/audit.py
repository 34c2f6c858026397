"""The log of what researchers did in a study."""

from datetime import datetime
from typing import Any

from studies.models import AuditEntry, Study
from studies.models.team import Action


def record_action(
    study: Study, action: Action, *, who: str, now: datetime, **detail: Any
) -> AuditEntry:
    """Add a row; call it in the transaction of what it tells."""
    return AuditEntry.objects.create(
        study=study, action=action, who=who, at=now, detail=detail
    )
