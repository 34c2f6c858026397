"""The tables of an export, one module per kind."""

from studies.services.export.columns import Table
from studies.services.export.tables import (
    allocation,
    decisions,
    people,
    private,
    responses,
    sessions,
    studies,
)

TABLES: tuple[Table, ...] = (
    *(studies.STUDY, studies.ARMS),
    *(responses.RESPONSES, sessions.SESSIONS, people.CONCEPTS),
    *(people.ANSWERS, people.EVENTS, decisions.DECISIONS),
    *(allocation.ALLOCATION, people.EXCLUSIONS, decisions.REGRADINGS),
    *(studies.CHANGES, studies.AUDIT),
    *(private.IDENTITIES, private.LOG),
)


def tables_of(*, with_private: bool) -> list[Table]:
    """What an export holds; private tables only for those who may see them."""
    return [table for table in TABLES if with_private or not table.is_private]
