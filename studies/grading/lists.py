"""Answers typed as lists: "der Hund, die Hunde", or "Karotte/Möhre"."""

import re

# Between two names for one thing; all of it is in the form that texts are compared in.
SEPARATOR = re.compile(r"\s*[,;/|=()\[\]]+\s*|\s+(?:oder|bzw\.?|or|-)\s+")
# As dictionaries write a plural: "der Hund, -e".
ENDING = re.compile(r"[-\xa8~]+\w{0,3}")
MOST_PARTS = 6


def parts_of(normal: str, articles: frozenset[str]) -> list[str]:
    """The names in a list, each with its article; none where it is no list."""
    if not SEPARATOR.search(normal):
        return []
    parts = [
        part for part in SEPARATOR.split(normal) if part and not ENDING.fullmatch(part)
    ]
    return _with_articles(parts, articles) if len(parts) <= MOST_PARTS else []


def _with_articles(parts: list[str], articles: frozenset[str]) -> list[str]:
    joined: list[str] = []
    for part in parts:
        if joined and (part in articles or joined[-1] in articles):
            joined[-1] += f" {part}"
        else:
            joined.append(part)
    return joined
