"""Backups: made, kept, tried and brought back. ``last_backup`` says how they stand."""

from studies.services.operations.backups.records import (
    LastRun,
    last_backup,
    last_drill,
)

__all__ = ["LastRun", "last_backup", "last_drill"]
