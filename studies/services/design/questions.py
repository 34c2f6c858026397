"""What a question must have, or nobody could answer it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from studies.limits import MAX_CHOSEN, MAX_QUESTION_ID, MAX_QUESTIONNAIRE_TEXT
from studies.models.questions import WITH_OPTIONS, QuestionKind
from studies.services.session.submission import is_storable

KINDS = tuple(kind.value for kind in QuestionKind)
MOST_QUESTIONS = 100
MOST_OPTIONS = MAX_CHOSEN
LONGEST_LABEL = 1000
LONGEST_OPTION = 200
LARGEST_NUMBER = 1_000_000_000
_SCREENING = (*WITH_OPTIONS, QuestionKind.NUMBER)
_KEYS = {"id", "kind", "label", "options", "required"}
_MORE_KEYS: dict[str, set[str]] = {
    **{kind: {"screen_out"} for kind in _SCREENING},
    QuestionKind.LABELLED_SCALE: {"low", "high", "screen_out"},
    QuestionKind.NUMBER: {"min", "max", "screen_out"},
}
Item = dict[str, Any]


class QuestionFault(NamedTuple):
    """A sentence, and the part of the question that it is about; empty for all."""

    part: str
    words: str


def find_question_faults(items: Any) -> Iterator[str]:
    """Doubts about the questions, each with the number of its question."""
    for number, faults in find_faults_by_question(items).items():
        for fault in faults:
            yield f"Question {number}: {fault.words}" if number else fault.words


def find_faults_by_question(items: Any) -> dict[int, list[QuestionFault]]:
    """What is wrong with each question, by its number; 0 is for all of them."""
    if not isinstance(items, list) or len(items) > MOST_QUESTIONS:
        words = f"The questions must be a list of up to {MOST_QUESTIONS}."
        return {0: [QuestionFault("", words)]}
    found: dict[int, list[QuestionFault]] = {}
    first: dict[str, int] = {}
    for number, item in enumerate(items, start=1):
        faults = list(_faults(item))
        name = item.get("id") if isinstance(item, dict) else None
        if isinstance(name, str) and first.setdefault(name, number) != number:
            words = f"Question {first[name]} has this name in the export too."
            faults.append(QuestionFault("id", words))
        if faults:
            found[number] = faults
    return found


def find_screening_faults(items: Any) -> Iterator[str]:
    """Doubts about questions after the cards, where nobody is sent away any more."""
    for number, item in enumerate(items, start=1):
        if isinstance(item, dict) and item.get("screen_out"):
            yield f"Question {number}: only questions before the cards screen out."


def _faults(item: Any) -> Iterator[QuestionFault]:
    if not isinstance(item, dict):
        yield QuestionFault("", "It must be in braces, with an id, a kind and a label.")
        return
    yield from _naming_faults(item)
    kind = item.get("kind")
    if kind not in KINDS:
        words = f"What it is answered by must be one of {', '.join(KINDS)}."
        yield QuestionFault("kind", words)
        return
    for part, check in _CHECKS.items():
        for words in check(item):
            yield QuestionFault(part, words)
    unknown = sorted(map(ascii, item.keys() - _KEYS - _MORE_KEYS.get(kind, set())))
    if unknown:
        words = f"It has parts that are not read: {', '.join(unknown)[:200]}."
        yield QuestionFault("", words)


def _naming_faults(item: Item) -> Iterator[QuestionFault]:
    is_plain = item.get("kind") == QuestionKind.PLAIN
    longest = MAX_QUESTIONNAIRE_TEXT if is_plain else LONGEST_LABEL
    if not _is_name(item.get("id")):
        words = f"It needs a name in the export, of up to {MAX_QUESTION_ID} characters."
        yield QuestionFault("id", words)
    if not _is_text(item.get("label"), longest):
        words = f"Write what is asked, in up to {longest} characters."
        yield QuestionFault("label", words)


def _option_faults(item: Item) -> Iterator[str]:
    options = item.get("options", [])
    if not isinstance(options, list) or len(options) > MOST_OPTIONS:
        yield f"The options must be a list of up to {MOST_OPTIONS}."
    elif not all(map(_is_option, options)):
        yield (
            f"Each option is a text of up to {LONGEST_OPTION} characters, without "
            "spaces around it."
        )
    elif len(set(options)) < len(options):
        yield "Two of the options are the same."
    elif not options and item["kind"] in WITH_OPTIONS:
        yield "It needs options to choose from."


def _end_faults(item: Item, end: str) -> Iterator[str]:
    is_scale = item["kind"] == QuestionKind.LABELLED_SCALE
    if is_scale and not _is_text(item.get(end), LONGEST_OPTION):
        yield (
            f"Write words at the {end} end of the scale, up to "
            f"{LONGEST_OPTION} characters."
        )


def _number_faults(item: Item) -> Iterator[str]:
    if item["kind"] == QuestionKind.NUMBER:
        names = ("The smallest number", "the largest number")
        yield from _bound_faults(item, ("min", "max"), names)


def _required_faults(item: Item) -> Iterator[str]:
    required = item.get("required", False)
    if not isinstance(required, bool):
        yield "That it must be answered is true or false."
    elif required and item["kind"] == QuestionKind.PLAIN:
        yield "Nobody can answer plain words, so they are not required."
    elif item["kind"] in _SCREENING and item.get("screen_out") and not required:
        yield "Whoever skips it is not screened out, so it must be answered."


def _bound_faults(
    bounds: Item, ends: tuple[str, str], names: tuple[str, str]
) -> Iterator[str]:
    """Doubts about two numbers, each of which may be left out."""
    given = [bounds[end] for end in ends if bounds.get(end) is not None]
    if not all(map(_is_number, given)):
        yield f"{names[0]} and {names[1]} are numbers up to {LARGEST_NUMBER:,}."
    elif given != sorted(given):
        yield f"{names[0]} is above {names[1]}."


def _screen_out_faults(item: Item) -> Iterator[str]:
    if item["kind"] not in _SCREENING or "screen_out" not in item:
        return
    ends = item["screen_out"]
    if item["kind"] == QuestionKind.NUMBER:
        yield from _screening_bound_faults(ends)
        return
    # Options that are wrong are told of already, and one mistake is enough.
    if any(_option_faults(item)):
        return
    options = item["options"]
    if not isinstance(ends, list) or not all(end in options for end in ends):
        yield "The answers that end the study must be some of the options."
    elif ends and all(option in ends for option in options):
        yield "Nobody could take part: every one of the options ends the study."


def _screening_bound_faults(ends: Any) -> Iterator[str]:
    if not isinstance(ends, dict) or not ends.keys() <= {"below", "above"}:
        yield "A number ends the study “below” a number, “above” one, or both."
    else:
        names = ("The number below which the study ends", "the one above which it ends")
        yield from _bound_faults(ends, ("below", "above"), names)


_CHECKS: dict[str, Callable[[Item], Iterator[str]]] = {
    "options": _option_faults,
    "low": partial(_end_faults, end="low"),
    "high": partial(_end_faults, end="high"),
    "min": _number_faults,
    "screen_out": _screen_out_faults,
    "required": _required_faults,
}


def _is_name(value: Any) -> bool:
    return _is_text(value, MAX_QUESTION_ID) and value.isprintable()


def _is_option(value: Any) -> bool:
    # Spaces around a text do not come back from a form.
    return _is_text(value, LONGEST_OPTION) and value == value.strip()


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= LARGEST_NUMBER


def _is_text(value: Any, longest: int) -> bool:
    if not isinstance(value, str):
        return False
    return bool(value.strip()) and len(value) <= longest and is_storable(value)
