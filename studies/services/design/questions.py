"""What a question at the end must have, or nobody could answer it."""

from collections.abc import Iterator
from typing import Any

from studies.limits import MAX_QUESTION_ID
from studies.services.session.submission import is_storable

KINDS = ("choice", "scale", "text")
MOST_QUESTIONS = 100
MOST_OPTIONS = 50
LONGEST_LABEL = 1000
LONGEST_OPTION = 200
_KEYS = {"id", "kind", "label", "options", "required"}


def find_question_faults(items: Any) -> Iterator[str]:
    """Doubts about the questions, each with the number of its question."""
    if not isinstance(items, list) or len(items) > MOST_QUESTIONS:
        yield f"The questions must be a list of up to {MOST_QUESTIONS} in brackets."
        return
    first: dict[str, int] = {}
    for number, item in enumerate(items, start=1):
        for fault in _faults(item):
            yield f"Question {number}: {fault}."
        name = item.get("id") if isinstance(item, dict) else None
        if isinstance(name, str) and first.setdefault(name, number) != number:
            yield f"Question {number}: the id is that of question {first[name]} too."


def _faults(item: Any) -> Iterator[str]:
    if not isinstance(item, dict):
        yield "it must be in braces, with an id, a kind and a label"
        return
    if not _is_name(item.get("id")):
        yield f"it needs an “id”, a name of up to {MAX_QUESTION_ID} characters"
    if not _is_text(item.get("label"), LONGEST_LABEL):
        yield f"it needs a “label”, what it asks, in up to {LONGEST_LABEL} characters"
    if item.get("kind") not in KINDS:
        yield f"its “kind” must be one of {', '.join(KINDS)}"
    yield from _option_faults(item)
    if not isinstance(item.get("required", False), bool):
        yield "“required” is true or false"
    unknown = sorted(map(ascii, item.keys() - _KEYS))
    if unknown:
        yield f"it has parts that are not read: {', '.join(unknown)[:200]}"


def _option_faults(item: dict[str, Any]) -> Iterator[str]:
    options = item.get("options", [])
    if not isinstance(options, list) or len(options) > MOST_OPTIONS:
        yield f"its “options” must be a list of up to {MOST_OPTIONS} in brackets"
    elif not all(map(_is_option, options)):
        yield (
            f"each of its “options” is a text in quotation marks, of up to "
            f"{LONGEST_OPTION} characters and without spaces around it"
        )
    elif len(set(options)) < len(options):
        yield "two of its “options” are the same"
    elif not options and item.get("kind") in ("choice", "scale"):
        yield "it needs “options” to choose from"


def _is_name(value: Any) -> bool:
    return _is_text(value, MAX_QUESTION_ID) and value.isprintable()


def _is_option(value: Any) -> bool:
    # Spaces around a text do not come back from a form.
    return _is_text(value, LONGEST_OPTION) and value == value.strip()


def _is_text(value: Any, longest: int) -> bool:
    if not isinstance(value, str):
        return False
    return bool(value.strip()) and len(value) <= longest and is_storable(value)
