"""What to say about a typed answer beside its verdict: letters and articles."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import OSA, Levenshtein

from studies.grading.articles import PLURAL, agrees, article_form
from studies.grading.rule import Expected

# Words that share less are other words: letters would only confuse.
LEAST_ALIKE = 0.5


class PieceKind(StrEnum):
    SAME = "same"
    MISSING = "missing"
    EXTRA = "extra"
    SWAPPED = "swapped"


@dataclass(frozen=True)
class Piece:
    """Letters that are right, missing, too much, or two in each other's place."""

    kind: PieceKind
    text: str


def compare(typed: str, expected: Expected, *, matched: str = "") -> list[Piece]:
    """What was typed beside what it stands for, or the nearest right answer.

    Capitals do not matter. Nothing if there is no difference or little in common.
    """
    names = [matched] if matched else [answer.text for answer in expected.answers]
    wanted = max(names, key=lambda name: _likeness(typed, name), default="")
    likeness = _likeness(typed, wanted)
    if likeness == 1 or likeness < LEAST_ALIKE:
        return []
    return list(_with_swaps(list(_pieces(typed, wanted))))


def _likeness(one: str, other: str) -> float:
    return OSA.normalized_similarity(_level(one), _level(other))


def _level(text: str) -> str:
    """Without capitals, unless that would change the number of letters."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def _pieces(typed: str, wanted: str) -> Iterator[Piece]:
    for step in Levenshtein.opcodes(_level(typed), _level(wanted)):
        extra = typed[step.src_start : step.src_end]
        right = wanted[step.dest_start : step.dest_end]
        if step.tag == "equal":
            yield Piece(PieceKind.SAME, right)
            continue
        if extra:
            yield Piece(PieceKind.EXTRA, extra)
        if right:
            yield Piece(PieceKind.MISSING, right)


def _with_swaps(pieces: list[Piece]) -> Iterator[Piece]:
    """Two letters in each other's place are one slip, told as one."""
    while pieces:
        length = next((n for n in (2, 3) if _is_swap(pieces[:n])), 0)
        if not length:
            yield pieces.pop(0)
            continue
        yield Piece(PieceKind.SWAPPED, _wanted(pieces[:length]))
        pieces = pieces[length:]


def _is_swap(pieces: list[Piece]) -> bool:
    typed, wanted = _level(_typed(pieces)), _level(_wanted(pieces))
    return len(wanted) == 2 and typed != wanted and typed == wanted[::-1]


def _typed(pieces: list[Piece]) -> str:
    return "".join(p.text for p in pieces if p.kind != PieceKind.MISSING)


def _wanted(pieces: list[Piece]) -> str:
    return "".join(p.text for p in pieces if p.kind != PieceKind.EXTRA)


def without_article(text: str, article: str) -> str:
    """The noun of a text that begins with ``article``."""
    has_article = bool(article) and text.lower().startswith(article)
    return text[len(article) :].lstrip(" '\u2019") if has_article else text


def article_remark(expected: Expected, *, matched: str, typed: str) -> str:
    """The answer with its article, where another was typed; else nothing."""
    wanted = list(_articles(expected, matched))
    if not typed or not wanted or _is_among(typed, wanted):
        return ""
    return f"{wanted[0]} {matched}"


def _articles(expected: Expected, matched: str) -> Iterator[str]:
    for answer in expected.answers:
        if answer.text == matched and answer.article:
            yield answer.article
    if expected.plural == matched and expected.answers:
        of_many = PLURAL.get(article_form(expected.answers[0].article))
        yield from [of_many] if of_many else []


def _is_among(typed: str, wanted: Iterable[str]) -> bool:
    forms = [article_form(article) for article in wanted]
    return any(typed == form or agrees(typed, form) for form in forms)
