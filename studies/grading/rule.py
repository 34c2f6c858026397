"""Is a typed text the answer to a card, and by which part of the rule?

One rule for all phases of a study. The whole of it is a pure function of what was
typed, what was expected and the other answers of the deck, so a verdict can be
computed again at any time.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from re import findall
from typing import NamedTuple

from studies.grading.articles import (
    PLURAL,
    agrees,
    article_form,
    known_articles,
    split_article,
)
from studies.grading.spelling import (
    BARE,
    FOLDED,
    Spelling,
    is_within,
    normalise,
    scripts_of,
    spelling_of,
    squeeze,
    typo_reach,
    ways_to_write,
)

# A longer text is wrong unread; normalising takes quadratic time on hostile ones.
MOST_CHARACTERS = 500
MOST_EDITS = 3
RULES = ("exact", "folded", "bare")


class Level(StrEnum):
    STRICT = "strict"
    NORMAL = "normal"
    LENIENT = "lenient"


class ArticleRule(StrEnum):
    IGNORE = "ignore"
    MUST_NOT_BE_WRONG = "must_not_be_wrong"
    REQUIRED = "required"


@dataclass(frozen=True)
class Accepted:
    """A right answer and its article, if it has one."""

    text: str
    article: str = ""


@dataclass(frozen=True)
class Expected:
    """What is right for a concept; the first of ``answers`` is the main answer."""

    answers: tuple[Accepted, ...]
    plural: str = ""
    prompt: str = ""
    too_general: tuple[str, ...] = ()


@dataclass(frozen=True)
class GradingRule:
    """The rule of a deck, stored with every verdict given by it."""

    version: int = 1
    level: Level = Level.NORMAL
    article: ArticleRule = ArticleRule.IGNORE


@dataclass(frozen=True)
class Verdict:
    """Right or wrong, and why.

    ``rule`` is the first that fits of exact, folded, bare, plural, typo; of a wrong
    text too_general, wrong_article, missing_article, wrong or empty. ``matched`` is
    the answer of the deck that the text stands for, ``distance`` the edits of a typo,
    ``article`` what was typed, ``too_general`` the name listed as such.
    """

    correct: bool
    rule: str
    distance: int | None = None
    matched: str = ""
    article: str = ""
    too_general: str = ""


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
    """An ``Expected`` made ready for many comparisons."""

    answers: tuple[Word, ...]
    plural: Word | None
    too_general: tuple[Word, ...]
    prompt: frozenset[str]
    articles: frozenset[str]


def grade(
    text: str, expected: Expected, *, rule: GradingRule, rivals: Collection[str]
) -> Verdict:
    """The verdict on a text; ``rivals`` are the answers of all other concepts.

    Plurals among the rivals keep "Eier" from passing as a typo of "Eimer". Never
    raises, whatever was typed. A text of more than ``MOST_CHARACTERS`` characters,
    needless spaces apart, is wrong.
    """
    squeezed = squeeze(text)
    if not squeezed:
        return Verdict(correct=False, rule="empty")
    if len(squeezed) > MOST_CHARACTERS:
        return Verdict(correct=False, rule="wrong")

    key = _key(expected)
    readings = _readings(squeezed, key)
    matches = _written_matches(readings, key, most=FOLDED)
    if not matches and (general := _too_general(readings, key)):
        return general
    if rule.level != Level.STRICT:
        matches = _near_matches(readings, key, matches, rule.level, rivals)
    return _judge(matches, rule.article, typed=readings[-1].article)


@lru_cache(maxsize=2**12)
def _key(expected: Expected) -> Key:
    answers = tuple(_word(a.text, article_form(a.article)) for a in expected.answers)
    main_article = answers[0].article if answers else ""
    plural = _word(expected.plural, PLURAL.get(main_article, ""))
    prompt = normalise(expected.prompt)
    return Key(
        answers=answers,
        plural=plural if expected.plural else None,
        too_general=tuple(map(_word, expected.too_general)),
        prompt=frozenset([prompt, *prompt.split(), *findall(r"[^\W_]+", prompt)]),
        articles=known_articles(answer.article for answer in answers),
    )


def _word(text: str, article: str = "") -> Word:
    return Word(text, article, spelling_of(text))


def _readings(text: str, key: Key) -> list[Reading]:
    """The text as a whole comes first: an answer may begin like an article."""
    whole = normalise(text)
    split = split_article(whole, key.articles)
    return [Reading("", whole), *([Reading(*split)] if split else [])]


def _written_matches(readings: list[Reading], key: Key, *, most: int) -> list[Match]:
    ranked = [
        (rank, Match(RULES[rank], answer.text, answer.article, reading.article))
        for answer in key.answers
        for reading in readings
        if (rank := answer.spelling.rank(reading.noun)) is not None and rank <= most
    ]
    return [match for _, match in sorted(ranked, key=lambda pair: pair[0])]


def _too_general(readings: list[Reading], key: Key) -> Verdict | None:
    for name in key.too_general:
        for reading in readings:
            if name.spelling.rank(reading.noun) is not None:
                return Verdict(
                    correct=False,
                    rule="too_general",
                    article=reading.article,
                    too_general=name.text,
                )
    return None


def _near_matches(
    readings: list[Reading],
    key: Key,
    matches: list[Match],
    level: Level,
    rivals: Collection[str],
) -> list[Match]:
    """The matches of the normal rule, from those of the strict one."""
    near = list(_plural_matches(readings, key))
    if not matches:
        near = _written_matches(readings, key, most=BARE) + near
        if near and _is_rival(readings, rivals):
            return []
    return matches + near or _typos(readings, key, level, rivals)


def _plural_matches(readings: list[Reading], key: Key) -> Iterator[Match]:
    """Only what is written no better as a singular: "die Apfel" is no plural."""
    if key.plural is None:
        return
    for reading in readings:
        rank = key.plural.spelling.rank(reading.noun)
        singular = [answer.spelling.rank(reading.noun) for answer in key.answers]
        if rank is not None and all(one is None or rank <= one for one in singular):
            yield Match("plural", key.plural.text, key.plural.article, reading.article)


def _is_rival(readings: list[Reading], rivals: Collection[str]) -> bool:
    """Whether the text is, to the letter, the answer of another concept."""
    return any(
        reading.noun in spelling_of(rival).ways[FOLDED]
        for rival in rivals
        for reading in readings
    )


def _typos(
    readings: list[Reading], key: Key, level: Level, rivals: Collection[str]
) -> list[Match]:
    if any(reading.noun in key.prompt for reading in readings):
        return []

    distances = [
        (answer.spelling.distance(reading.noun, at_most=MOST_EDITS), answer, reading)
        for answer in key.answers
        for reading in readings
    ]
    is_lenient = level == Level.LENIENT
    near = [
        Match("typo", answer.text, answer.article, reading.article, distance)
        for distance, answer, reading in sorted(distances, key=lambda found: found[0])
        if distance <= typo_reach(answer.spelling.letters, is_lenient=is_lenient)
        and scripts_of(reading.noun) <= answer.spelling.scripts
    ]
    nearest = min((found[0] for found in distances), default=0)
    return near if near and _is_nearest(nearest, readings, key, rivals) else []


def _is_nearest(
    distance: int, readings: list[Reading], key: Key, rivals: Collection[str]
) -> bool:
    others = ways_to_write((*rivals, *(name.text for name in key.too_general)))
    return not any(
        is_within(distance, of=others, text=reading.noun) for reading in readings
    )


def _judge(matches: list[Match], rule: ArticleRule, *, typed: str) -> Verdict:
    """Right by the first match whose article will do, else wrong as the first says."""
    if not matches:
        return Verdict(correct=False, rule="wrong", article=typed)

    faults = [_article_fault(match, rule) for match in matches]
    best = faults.index("") if "" in faults else 0
    match = matches[best]
    return Verdict(
        correct=not faults[best],
        rule=faults[best] or match.rule,
        distance=match.distance,
        matched=match.matched,
        article=match.typed,
    )


def _article_fault(match: Match, rule: ArticleRule) -> str:
    if rule == ArticleRule.IGNORE or match.typed == match.wanted or not match.wanted:
        return ""
    if match.typed and not agrees(match.typed, match.wanted):
        return "wrong_article"
    return "missing_article" if rule == ArticleRule.REQUIRED else ""
