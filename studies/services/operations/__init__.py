"""Keeping a server in order."""
