"""One form for texts that are the same to a reader, and the ways to write an answer."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from rapidfuzz import process
from rapidfuzz.distance import OSA

# What Unicode calls default ignorable, and control characters that are no white space.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]+"
)
# Phones and word processors write these where a keyboard has ' and -.
TYPOGRAPHY = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032`", "'")
    | dict.fromkeys("\u2010\u2012\u2013\u2014\u2015\u2212", "-")
)

EXACT, FOLDED, BARE = range(3)
WAYS: tuple[Mapping[str, tuple[str, ...]], ...] = (
    {},
    {"ä": ("ä", "ae"), "ö": ("ö", "oe"), "ü": ("ü", "ue")},
    {"ä": ("ä", "ae", "a"), "ö": ("ö", "oe", "o"), "ü": ("ü", "ue", "u")},
)
ByLength = Mapping[int, Sequence[str]]
# Each umlaut may be written in its own way, up to this many: ways multiply.
MOST_MIXED = 4


def squeeze(text: str) -> str:
    """The text without zero-width characters and needless spaces, at any length."""
    return " ".join(INVISIBLE.sub("", text).split())


def normalise(text: str) -> str:
    """The form in which texts are compared; to normalise it again changes nothing.

    Nothing but punctuation stays as it is, so that a sign can be an answer too.
    """
    return _trim(squeeze(_casefold(_trim(squeeze(text)))))


def trim_signs(normal: str) -> str:
    """A normal form without the signs around it: keys beside Enter, or an emoji."""
    return _trim(normal, _is_sign)


@dataclass(frozen=True)
class Spelling:
    """The ways to write one answer, and how far a text is from the nearest of them."""

    ways: tuple[frozenset[str], ...]
    letters: int

    def rank(self, text: str) -> int | None:
        """How the text writes the answer: EXACT, FOLDED, BARE or not at all."""
        return next((rank for rank, way in enumerate(self.ways) if text in way), None)

    def distance(self, text: str, *, at_most: int) -> int:
        """The least number of edits to any way of writing; above ``at_most``, any."""
        return min(
            OSA.distance(text, way, score_cutoff=at_most) for way in self.ways[BARE]
        )

    @cached_property
    def scripts(self) -> frozenset[str]:
        return scripts_of("".join(self.ways[EXACT]))


@lru_cache(maxsize=2**14)
def normal_name(name: str) -> str:
    """The normal form of a word of the deck; never of what a participant typed."""
    return normalise(name)


@lru_cache(maxsize=2**14)
def spelling_of(answer: str) -> Spelling:
    """The spelling of a word of the deck; never of what a participant typed."""
    normal = normal_name(answer)
    ways = tuple(_written(normal, way) for way in WAYS)
    return Spelling(ways, count_letters(answer))


def count_letters(answer: str) -> int:
    """How many letters an answer has, before casefolding makes two of ß."""
    return sum(map(str.isalpha, unicodedata.normalize("NFKC", squeeze(answer))))


def by_length(words: Iterable[str]) -> ByLength:
    """The words by their lengths: far fewer are compared with a text then."""
    found: dict[int, list[str]] = {}
    for word in dict.fromkeys(words):
        found.setdefault(len(word), []).append(word)
    return found


@lru_cache(maxsize=2**10)
def ways_by_length(answers: tuple[str, ...]) -> ByLength:
    """Every way to write any of the answers."""
    return by_length(
        way for answer in answers for way in spelling_of(answer).ways[BARE]
    )


def is_within(distance: int, *, of: ByLength, text: str) -> bool:
    """Whether any word is at most so many edits away from the text."""
    return any(
        nearest_of(of[length], text, at_most=distance) is not None
        for length in range(len(text) - distance, len(text) + distance + 1)
        if length in of
    )


def nearest_of(words: Sequence[str], text: str, *, at_most: int) -> int | None:
    """The edits to the nearest word, if they are at most so many."""
    found = process.extractOne(
        text, words, scorer=OSA.distance, processor=None, score_cutoff=at_most
    )
    return None if found is None else found[1]


def typo_reach(n_letters: int, *, is_lenient: bool = False) -> int:
    """How many slips of the keyboard an answer of so many letters forgives."""
    edits = 0 if n_letters <= 4 else 1 if n_letters <= 8 else 2
    # To change every letter is no slip: think of words of one Chinese character.
    return max(0, min(edits + is_lenient, n_letters - 1))


def scripts_of(text: str) -> frozenset[str]:
    """The scripts of the letters in a text, as their Unicode names begin."""
    return frozenset(
        unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
        for letter in set(text)
        if letter.isalpha()
    )


def _casefold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).translate(TYPOGRAPHY)


def _is_fringe(character: str) -> bool:
    # Sk holds the accents that stand alone, typed by a slip beside Enter.
    category = unicodedata.category(character)
    return category[0] == "P" or category == "Sk" or character.isspace()


def _is_sign(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS" or character.isspace()


def _trim(text: str, is_outside: Callable[[str], bool] = _is_fringe) -> str:
    start, end = 0, len(text)
    while start < end and is_outside(text[start]):
        start += 1
    while end > start and is_outside(text[end - 1]):
        end -= 1
    return text[start:end] or text


def _written(normal: str, way: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    choices = [way.get(letter, (letter,)) for letter in normal]
    if sum(len(choice) > 1 for choice in choices) <= MOST_MIXED:
        return frozenset(map("".join, product(*choices)))
    n_choices = max(map(len, choices))
    return frozenset(
        "".join(choice[min(k, len(choice) - 1)] for choice in choices)
        for k in range(n_choices)
    )
