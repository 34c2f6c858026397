"""The stock admin, for superusers: everything listed, nothing recorded editable."""

from studies.admin import deck, job, session, sign_in, study, team

__all__ = ["deck", "job", "session", "sign_in", "study", "team"]
