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

from studies.grading.articles import (
    PLURAL,
    agrees,
    article_form,
    articles_behind,
    known_articles,
)
from studies.grading.lists import parts_of
from studies.grading.matching import (
    Key,
    Match,
    Reading,
    Word,
    near_matches,
    read_kindly,
    read_plainly,
    written_matches,
)
from studies.grading.spelling import (
    BARE,
    FOLDED,
    by_length,
    normalise,
    spelling_of,
    squeeze,
    typo_reach,
)

# A longer text is wrong unread; normalising takes quadratic time on hostile ones.
MOST_CHARACTERS = 500
# Every version stays: a session is graded by the one that its deck was stored with.
# The second knows plurals of alternatives, look-alikes, slips inside a plural, lists,
# an article behind its noun and a key beside Enter.
VERSIONS = (1, 2)


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
    other_plurals: tuple[str, ...] = ()
    look_alikes: tuple[str, ...] = ()

    def plurals(self, *, version: int) -> tuple[str, ...]:
        """The plurals that a version of the rule knows."""
        others = self.other_plurals if version > 1 else ()
        return tuple(plural for plural in (self.plural, *others) if plural)

    def names(self, *, version: int) -> tuple[str, ...]:
        """What a typo of another concept must not be as near to."""
        plurals = self.plurals(version=version) if version > 1 else ()
        return tuple(
            dict.fromkeys((*(answer.text for answer in self.answers), *plurals))
        )


@dataclass(frozen=True)
class GradingRule:
    """The rule of a deck, stored with every verdict given by it."""

    version: int = VERSIONS[-1]
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


def grade(
    text: str, expected: Expected, *, rule: GradingRule, rivals: Collection[str]
) -> Verdict:
    """The verdict on a text; ``rivals`` are the names of all other concepts.

    Never raises, whatever was typed. A text of more than ``MOST_CHARACTERS``
    characters, needless spaces apart, is wrong.
    """
    squeezed = squeeze(text)
    if not squeezed:
        return Verdict(correct=False, rule="empty")
    if len(squeezed) > MOST_CHARACTERS:
        return Verdict(correct=False, rule="wrong")

    key = _key(expected, rule.version)
    if rule.version == 1:
        return _grade_name(read_plainly(squeezed, key), key, rule, rivals)
    readings = read_kindly(squeezed, key)
    verdict = _grade_name(readings, key, rule, rivals)
    if verdict.correct:
        return verdict
    return _grade_list(readings[0].noun, key, rule, rivals) or verdict


def _grade_name(
    readings: list[Reading], key: Key, rule: GradingRule, rivals: Collection[str]
) -> Verdict:
    matches = written_matches(readings, key, most=FOLDED)
    if not matches and (general := _too_general(readings, key)):
        return general
    if rule.level != Level.STRICT:
        is_lenient = rule.level == Level.LENIENT
        matches = near_matches(
            readings, key, matches, is_lenient=is_lenient, rivals=rivals
        )
    return _judge(matches, rule.article, typed=readings[-1].article)


def _grade_list(
    normal: str, key: Key, rule: GradingRule, rivals: Collection[str]
) -> Verdict | None:
    """Several names for one thing: each has to be right, and the first is graded."""
    parts = parts_of(normal, key.articles)
    verdicts = [
        _grade_name(read_kindly(part, key), key, rule, rivals) for part in parts
    ]
    wrong = (verdict for verdict in verdicts if not verdict.correct)
    return next(wrong, verdicts[0]) if verdicts else None


@lru_cache(maxsize=2**12)
def _key(expected: Expected, version: int) -> Key:
    answers = tuple(_word(a.text, article_form(a.article)) for a in expected.answers)
    main_article = answers[0].article if answers else ""
    plurals = tuple(
        _word(plural, PLURAL.get(main_article, ""))
        for plural in expected.plurals(version=version)
    )
    forgiving = answers if version == 1 else tuple(dict.fromkeys(answers + plurals))
    prompt = normalise(expected.prompt)
    articles = [answer.article for answer in answers]
    return Key(
        answers=answers,
        plurals=plurals,
        forgiving=forgiving,
        forgiving_ways=tuple({w for f in forgiving for w in f.spelling.ways[BARE]}),
        reach=max((typo_reach(word.spelling.letters) for word in forgiving), default=0),
        too_general=tuple(map(_word, expected.too_general)),
        others=by_length(_other_ways(expected, version)),
        prompt=frozenset([prompt, *prompt.split(), *findall(r"[^\W_]+", prompt)]),
        articles=known_articles(articles),
        articles_behind=articles_behind(articles),
    )


def _other_ways(expected: Expected, version: int) -> Iterator[str]:
    for name in expected.too_general:
        yield from spelling_of(name).ways[BARE]
    if version > 1:
        for name in expected.look_alikes:
            # Without its dots it may be the answer itself: Küchen and Kuchen.
            yield from spelling_of(name).ways[FOLDED]


def _word(text: str, article: str = "") -> Word:
    return Word(text, article, spelling_of(text))


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
