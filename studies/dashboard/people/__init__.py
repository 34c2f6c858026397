"""Participants: the list, one person, what is decided about them."""
