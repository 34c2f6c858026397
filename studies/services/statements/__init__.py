"""The statements of an answer, written by hand: this room alone knows SQL.

Building them with the ORM takes several times as long as running them. What they read
are the models' own instances, whose long texts and explanations are left to be read
when somebody asks for them.
"""

from studies.services.statements.cards import (
    CARDS,
    PhaseRows,
    read_card,
    read_phase,
)
from studies.services.statements.sessions import (
    EVENTS,
    LOG,
    SESSIONS,
    Opened,
    read_by_id,
    read_by_token,
    read_sender,
)

__all__ = [
    "CARDS",
    "EVENTS",
    "LOG",
    "SESSIONS",
    "Opened",
    "PhaseRows",
    "read_by_id",
    "read_by_token",
    "read_card",
    "read_phase",
    "read_sender",
]
