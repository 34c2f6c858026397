"""Decks: read, checked, stored as versions, and given back."""
