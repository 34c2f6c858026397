"""The stock admin, for superusers: everything listed, nothing recorded editable."""

from studies.admin import (
    decision,
    deck,
    job,
    ledger,
    report,
    session,
    sign_in,
    study,
    team,
    upkeep,
)

__all__ = [
    "decision",
    "deck",
    "job",
    "ledger",
    "report",
    "session",
    "sign_in",
    "study",
    "team",
    "upkeep",
]
