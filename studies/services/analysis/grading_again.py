"""The quizzes under a stricter and a more lenient rule, without storing verdicts."""

from functools import cache

import numpy as np

from studies.grading.rule import ArticleRule, GradingRule, Level
from studies.models import Study
from studies.services.analysis.dataset import Dataset
from studies.services.decks.content import content_of
from studies.statistics.arrays import FloatArray, IntArray

LEVELS = (Level.STRICT, Level.NORMAL, Level.LENIENT)


def grade_again(study: Study, data: Dataset, level: Level) -> Dataset:
    """``data`` as if the deck had been graded at ``level``.

    What came too late, or not at all, stays wrong. Which cards were shown was decided
    by the verdicts of the time.
    """
    version = study.deck_version
    deck = content_of(version)
    rule = GradingRule(
        version=version.grading_version,
        level=level,
        article=ArticleRule(version.article_rule),
    )

    @cache
    def is_right(concept: int, text: str) -> bool:
        return deck.grade(concept, text, rule=rule).correct

    def verdicts(
        given: FloatArray, texts: tuple[tuple[str | None, ...], ...]
    ) -> FloatArray:
        graded = np.where(np.isfinite(given), 0.0, np.nan)
        for row, column in zip(*np.nonzero(np.isfinite(given)), strict=True):
            text, concept = texts[row][column], int(concepts[row, column])
            if text and concept in deck.concepts:
                graded[row, column] = is_right(concept, text)
        return graded

    concepts: IntArray = data.cards.concepts
    cards = data.cards
    return data.graded(
        verdicts(cards.before, cards.texts_before),
        verdicts(cards.after, cards.texts_after),
    )
