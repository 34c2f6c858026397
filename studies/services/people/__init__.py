"""Participants one by one, as their researchers see them and decide about them."""
