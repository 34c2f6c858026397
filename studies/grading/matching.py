"""The answers of a concept that a typed text may stand for."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from studies.grading.articles import find_article, split_article
from studies.grading.spelling import (
    BARE,
    FOLDED,
    ByLength,
    Spelling,
    is_within,
    nearest_of,
    normalise,
    scripts_of,
    spelling_of,
    trim_signs,
    typo_reach,
    ways_by_length,
)

MOST_EDITS = 3
RULES = ("exact", "folded", "bare")


class Reading(NamedTuple):
    """A way to read what was typed: as a whole, or as an article and a noun."""

    article: str
    noun: str


class Match(NamedTuple):
    """An answer that a reading stands for, with the article it should have."""

    rule: str
    matched: str
    wanted: str
    typed: str
    distance: int | None = None


class Word(NamedTuple):
    text: str
    article: str
    spelling: Spelling


class Key(NamedTuple):
    """What is expected, made ready for many comparisons.

    ``forgiving`` are the words that a typo may be one of, ``forgiving_ways`` the ways
    to write them, ``reach`` how many edits the longest forgives. ``others`` are the
    ways to write what a typo must not be as near to, beside the names of other
    concepts: what is too general, and look-alikes.
    """

    answers: tuple[Word, ...]
    plurals: tuple[Word, ...]
    forgiving: tuple[Word, ...]
    forgiving_ways: tuple[str, ...]
    reach: int
    too_general: tuple[Word, ...]
    others: ByLength
    prompt: frozenset[str]
    articles: frozenset[str]
    articles_behind: frozenset[str]


def read_plainly(text: str, key: Key) -> list[Reading]:
    """The text as a whole comes first: an answer may begin like an article."""
    whole = normalise(text)
    split = split_article(whole, key.articles)
    return [Reading("", whole), *([Reading(*split)] if split else [])]


def read_kindly(text: str, key: Key) -> list[Reading]:
    """As a teacher does, who sees a key beside Enter and an article behind."""
    whole = normalise(text)
    clean = trim_signs(whole)
    readings = list(_read_article(whole, key))
    return readings if clean == whole else [*readings, *_read_article(clean, key)]


def _read_article(whole: str, key: Key) -> Iterator[Reading]:
    yield Reading("", whole)
    split = find_article(whole, key.articles, behind=key.articles_behind)
    if split:
        yield Reading(*split)


def written_matches(readings: list[Reading], key: Key, *, most: int) -> list[Match]:
    """The answers that are written so, the best way of writing first."""
    ranked = [
        (rank, Match(RULES[rank], answer.text, answer.article, reading.article))
        for answer in key.answers
        for reading in readings
        if (rank := answer.spelling.rank(reading.noun)) is not None and rank <= most
    ]
    return [match for _, match in sorted(ranked, key=lambda pair: pair[0])]


def near_matches(
    readings: list[Reading],
    key: Key,
    matches: list[Match],
    *,
    is_lenient: bool,
    rivals: Collection[str],
) -> list[Match]:
    """The matches of the normal rule, from those of the strict one."""
    near = list(_plural_matches(readings, key))
    if not matches:
        near = written_matches(readings, key, most=BARE) + near
        if near and _is_rival(readings, rivals):
            return []
    return matches + near or _typos(readings, key, rivals, is_lenient=is_lenient)


def _plural_matches(readings: list[Reading], key: Key) -> Iterator[Match]:
    """Only what is written no better as a singular: "die Apfel" is no plural."""
    for plural in key.plurals:
        for reading in readings:
            rank = plural.spelling.rank(reading.noun)
            if rank is None:
                continue
            singular = [answer.spelling.rank(reading.noun) for answer in key.answers]
            if all(one is None or rank <= one for one in singular):
                yield Match("plural", plural.text, plural.article, reading.article)


def _is_rival(readings: list[Reading], rivals: Collection[str]) -> bool:
    """Whether the text is, to the letter, the answer of another concept."""
    ways = ways_by_length(tuple(rivals))
    nouns = [r.noun for r in readings if r.noun in ways.get(len(r.noun), ())]
    return any(
        noun in spelling_of(rival).ways[FOLDED] for noun in nouns for rival in rivals
    )


def _typos(
    readings: list[Reading], key: Key, rivals: Collection[str], *, is_lenient: bool
) -> list[Match]:
    if any(reading.noun in key.prompt for reading in readings):
        return []
    if not _are_near(readings, key, at_most=key.reach + is_lenient):
        return []

    distances = [
        (word.spelling.distance(reading.noun, at_most=MOST_EDITS), word, reading)
        for word in key.forgiving
        for reading in readings
    ]
    near = [
        Match("typo", word.text, word.article, reading.article, distance)
        for distance, word, reading in sorted(distances, key=lambda found: found[0])
        if distance <= typo_reach(word.spelling.letters, is_lenient=is_lenient)
        and scripts_of(reading.noun) <= word.spelling.scripts
    ]
    nearest = min((found[0] for found in distances), default=0)
    return near if near and _is_nearest(nearest, readings, key, rivals) else []


def _are_near(readings: list[Reading], key: Key, *, at_most: int) -> bool:
    """A quick look, after which hardly any wrong answer is looked at again."""
    return at_most > 0 and any(
        nearest_of(key.forgiving_ways, reading.noun, at_most=at_most) is not None
        for reading in readings
    )


def _is_nearest(
    distance: int, readings: list[Reading], key: Key, rivals: Collection[str]
) -> bool:
    return not any(
        is_within(distance, of=others, text=reading.noun)
        for reading in readings
        for others in (key.others, ways_by_length(tuple(rivals)))
    )
