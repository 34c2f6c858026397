"""Articles typed in front of a noun: recognised, split off, compared."""

from collections.abc import Iterable, Mapping

from studies.grading.spelling import normalise

# One set per language, all cases: who types "den Apfel" knows the noun.
GERMAN = frozenset({"der", "die", "das", "den", "dem", "des"}) | {
    "ein",
    "eine",
    "einen",
    "einem",
    "einer",
    "eines",
}
ENGLISH = frozenset({"a", "an", "the"})
OTHERS = (
    frozenset({"le", "la", "les", "l'", "un", "une", "des"}),
    frozenset({"el", "la", "los", "las", "un", "una", "unos", "unas"}),
    frozenset({"il", "lo", "la", "l'", "i", "gli", "le", "un", "un'", "uno", "una"}),
    frozenset({"de", "het", "een"}),
)
# An indefinite article that is right, though it says less than the definite one.
AGREEING: Mapping[str, frozenset[str]] = {
    "ein": frozenset({"der", "das"}),
    "eine": frozenset({"die"}),
    "a": frozenset({"the"}),
    "an": frozenset({"the"}),
    "un": frozenset({"le", "el", "il", "l'"}),
    "un'": frozenset({"l'"}),
    "une": frozenset({"la", "l'"}),
    "una": frozenset({"la"}),
    "uno": frozenset({"lo"}),
    "een": frozenset({"de", "het"}),
}
PLURAL = {"der": "die", "die": "die", "das": "die"}


def article_form(article: str) -> str:
    """An article as it is compared; the apostrophe of l' is part of it."""
    elided = article.strip().endswith(("'", "\u2019"))
    return normalise(article) + "'" * elided


def known_articles(of_the_concept: Iterable[str]) -> frozenset[str]:
    """German, English, the concept's own, and the languages they come from."""
    own = frozenset(of_the_concept) - {""}
    return GERMAN.union(ENGLISH, own, *(other for other in OTHERS if other & own))


def split_article(normal: str, known: frozenset[str]) -> tuple[str, str] | None:
    """The article and the noun, or None where no article stands in front."""
    for mark in (" ", "'"):
        head, found, noun = normal.partition(mark)
        article = (head + found).rstrip()
        if noun and article in known:
            return article, noun
    return None


def find_article(
    normal: str, known: frozenset[str], *, behind: frozenset[str]
) -> tuple[str, str] | None:
    """The same, wherever it stands: "Hund, der" or "(der) Hund"."""
    found = split_article(normal, known)
    if found or " " not in normal:
        return found
    head, _, noun = normal.partition(" ")
    if (article := normalise(head)) in known:
        return article, normalise(noun)
    noun, _, tail = normal.rpartition(" ")
    if (article := normalise(tail)) in behind:
        return article, normalise(noun)
    return None


def articles_behind(of_the_concept: Iterable[str]) -> frozenset[str]:
    """Those that may follow a noun; a letter does not: think of "Vitamin A"."""
    own = frozenset(of_the_concept) - {""}
    return (known_articles(own) - ENGLISH) | own if own else own


def agrees(typed: str, wanted: str) -> bool:
    return wanted in AGREEING.get(typed, ())
