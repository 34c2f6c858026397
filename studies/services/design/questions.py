"""What a question must have, or nobody could answer it."""

from collections.abc import Iterator
from typing import Any

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


def find_question_faults(items: Any) -> Iterator[str]:
    """Doubts about the questions, each with the number of its question."""
    for number, faults in find_faults_by_question(items).items():
        for fault in faults:
            yield f"Question {number}: {fault}." if number else fault


def find_faults_by_question(items: Any) -> dict[int, list[str]]:
    """What is wrong with each question, by its number; 0 is for all of them."""
    if not isinstance(items, list) or len(items) > MOST_QUESTIONS:
        return {0: [f"The questions must be a list of up to {MOST_QUESTIONS}."]}
    found: dict[int, list[str]] = {}
    first: dict[str, int] = {}
    for number, item in enumerate(items, start=1):
        faults = list(_faults(item))
        name = item.get("id") if isinstance(item, dict) else None
        if isinstance(name, str) and first.setdefault(name, number) != number:
            faults.append(f"the id is that of question {first[name]} too")
        if faults:
            found[number] = faults
    return found


def find_screening_faults(items: Any) -> Iterator[str]:
    """Doubts about questions after the cards, where nobody is sent away any more."""
    for number, item in enumerate(items, start=1):
        if isinstance(item, dict) and item.get("screen_out"):
            yield f"Question {number}: only questions before the cards screen out."


def _faults(item: Any) -> Iterator[str]:
    if not isinstance(item, dict):
        yield "it must be in braces, with an id, a kind and a label"
        return
    kind = item.get("kind")
    longest = MAX_QUESTIONNAIRE_TEXT if kind == QuestionKind.PLAIN else LONGEST_LABEL
    if not _is_name(item.get("id")):
        yield f"it needs an “id”, a name of up to {MAX_QUESTION_ID} characters"
    if not _is_text(item.get("label"), longest):
        yield f"it needs a “label”, what it asks, in up to {longest} characters"
    if kind not in KINDS:
        yield f"its “kind” must be one of {', '.join(KINDS)}"
        return
    yield from _option_faults(item)
    yield from _faults_of_kind(item)
    yield from _required_faults(item)
    unknown = sorted(map(ascii, item.keys() - _KEYS - _MORE_KEYS.get(kind, set())))
    if unknown:
        yield f"it has parts that are not read: {', '.join(unknown)[:200]}"


def _option_faults(item: Item) -> Iterator[str]:
    options = item.get("options", [])
    if not isinstance(options, list) or len(options) > MOST_OPTIONS:
        yield f"its “options” must be a list of up to {MOST_OPTIONS}"
    elif not all(map(_is_option, options)):
        yield (
            f"each of its “options” is a text in quotation marks, of up to "
            f"{LONGEST_OPTION} characters and without spaces around it"
        )
    elif len(set(options)) < len(options):
        yield "two of its “options” are the same"
    elif not options and item["kind"] in WITH_OPTIONS:
        yield "it needs “options” to choose from"


def _faults_of_kind(item: Item) -> Iterator[str]:
    if item["kind"] == QuestionKind.LABELLED_SCALE:
        for end in ("low", "high"):
            if not _is_text(item.get(end), LONGEST_OPTION):
                yield (
                    f"it needs words at the {end} end of its scale, up to "
                    f"{LONGEST_OPTION} characters"
                )
    if item["kind"] == QuestionKind.NUMBER:
        yield from _bound_faults(item, "min", "max")
    if item["kind"] in _SCREENING and "screen_out" in item:
        yield from _screen_out_faults(item)


def _required_faults(item: Item) -> Iterator[str]:
    required = item.get("required", False)
    if not isinstance(required, bool):
        yield "“required” is true or false"
    elif required and item["kind"] == QuestionKind.PLAIN:
        yield "nobody can answer plain words, so they are not required"
    elif item["kind"] in _SCREENING and item.get("screen_out") and not required:
        yield "who may skip it is not screened out, so it must be required"


def _bound_faults(bounds: Item, low: str, high: str) -> Iterator[str]:
    """Doubts about two numbers, each of which may be left out."""
    given = [bounds[name] for name in (low, high) if bounds.get(name) is not None]
    if not all(map(_is_number, given)):
        yield f"“{low}” and “{high}” are numbers up to {LARGEST_NUMBER:,}"
    elif given != sorted(given):
        yield f"“{low}” is above “{high}”"


def _screen_out_faults(item: Item) -> Iterator[str]:
    ends = item["screen_out"]
    if item["kind"] == QuestionKind.NUMBER:
        if not isinstance(ends, dict) or not ends.keys() <= {"below", "above"}:
            yield "“screen_out” of a number has “below”, “above” or both"
        else:
            yield from _bound_faults(ends, "below", "above")
        return
    offered = item.get("options")
    options = offered if isinstance(offered, list) else []
    if not isinstance(ends, list) or not all(end in options for end in ends):
        yield "“screen_out” is a list of some of its “options”"
    elif ends and all(option in ends for option in options):
        yield "nobody could take part: all of its “options” screen out"


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
