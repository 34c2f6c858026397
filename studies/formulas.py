"""Texts that a spreadsheet would compute, marked as texts."""

_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take ``text`` for a formula."""
    return text.startswith(_BEGINNINGS)


def defuse(text: str) -> str:
    """The text, marked as one where a spreadsheet would take it for a formula."""
    return f"'{text}" if is_formula(text) else text
