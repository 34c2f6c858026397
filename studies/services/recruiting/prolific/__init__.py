"""Prolific's service: submissions against our sessions, places, approval, bonuses."""
