"""Expected answers that the tests of grading share, and a short way to grade."""

import unicodedata

from studies.grading.rule import (
    Accepted,
    ArticleRule,
    Expected,
    GradingRule,
    Level,
    Verdict,
    grade,
)

ZERO_WIDTH_SPACE, SOFT_HYPHEN, JOINER = "\u200b", "\xad", "\u200d"
CYRILLIC_A, GREEK_OMICRON = "\u0430", "\u03bf"
APPLE = Expected((Accepted("Apfel", "der"),), plural="Äpfel", prompt="apple")
CHEESE = Expected((Accepted("Käse", "der"),), plural="Käse", prompt="cheese")
STREET = Expected((Accepted("Straße", "die"),), plural="Straßen", prompt="street")
HOUSE = Expected((Accepted("Haus", "das"),), plural="Häuser", prompt="house")
SPOON = Expected((Accepted("Löffel", "der"),), plural="Löffel", prompt="spoon")
VIOLIN = Expected(
    (Accepted("Geige", "die"), Accepted("Violine", "die")), prompt="violin"
)
HOSPITAL = Expected(
    (Accepted("Krankenhaus", "das"), Accepted("Klinik", "die")), prompt="hospital"
)
SEADRAGON = Expected(
    (Accepted("leafy seadragon"), Accepted("leafy sea dragon")),
    too_general=("fish", "seahorse"),
)
LEVELS = list(Level)
ARTICLE_RULES = list(ArticleRule)


def verdict(
    text, expected, rivals=(), level=Level.NORMAL, article=ArticleRule.IGNORE
) -> Verdict:
    rule = GradingRule(level=level, article=article)
    return grade(text, expected, rule=rule, rivals=rivals)


def decompose(text):
    return unicodedata.normalize("NFD", text)
