"""Prices for teachers that go by them, and what all teachers reach of the possible."""
