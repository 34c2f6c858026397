"""Participants made of code."""
