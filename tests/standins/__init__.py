"""Recruiters' services, as they look from outside, on this machine."""
