"""The stock admin, for superusers: everything listed, nothing recorded editable."""

from studies.admin import deck, session, sign_in, study, team

__all__ = ["deck", "session", "sign_in", "study", "team"]
