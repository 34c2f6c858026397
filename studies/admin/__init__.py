"""The stock admin, for superusers: everything listed, nothing recorded editable."""

from studies.admin import deck, session, study

__all__ = ["deck", "session", "study"]
