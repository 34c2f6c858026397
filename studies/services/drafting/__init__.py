"""Drafts: how they begin, how they are edited, how they travel."""
