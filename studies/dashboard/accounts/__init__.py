"""Accounts: signing in, one's own, forgotten passwords, and everybody's."""
