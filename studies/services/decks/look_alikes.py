"""Real words that would pass for a typo of an answer, found in a list of words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from studies.errors import DeckError
from studies.grading.rivals import rivals_of
from studies.grading.rule import Expected, GradingRule, Level, grade
from studies.grading.spelling import BARE, normalise, spelling_of, typo_reach
from studies.services.decks.content import expected_of
from studies.services.decks.tables import DeckRow, Note

MOST_NAMED = 8


class WordList:
    """The words of a language by their length, for quick comparison."""

    def __init__(self, words: Iterable[str]) -> None:
        self._written: dict[str, str] = {}
        for word in words:
            self._written.setdefault(normalise(word), word)
        self._by_length: dict[int, list[str]] = defaultdict(list)
        for normal in self._written:
            self._by_length[len(normal)].append(normal)

    def near(self, text: str, *, edits: int) -> Iterator[str]:
        """The words that so many edits may make of a text in its normal form."""
        lengths = range(len(text) - edits, len(text) + edits + 1)
        words = [word for length in lengths for word in self._by_length.get(length, ())]
        if not words or not edits:
            return
        found = cdist(
            [text], words, scorer=OSA.distance, score_cutoff=edits, dtype=np.uint8
        )
        for place in np.flatnonzero(found[0] <= edits):
            yield self._written[words[place]]


def read_words(path: Path) -> WordList:
    """The words of a file, one per line."""
    try:
        return WordList(path.read_text(encoding="utf-8").split("\n"))
    except UnicodeDecodeError as error:
        raise DeckError(f"{path.name} is not in UTF-8.") from error


def find_look_alikes(
    *, rows: Mapping[int, DeckRow], rule: GradingRule, words: WordList
) -> Iterator[tuple[int, list[str]]]:
    """For each row the words that ``rule`` takes for a typo of its answer."""
    deck = {row: expected_of(concept) for row, concept in rows.items()}
    for row, expected in deck.items():
        rivals = rivals_of(row, deck, version=rule.version)
        found = [
            word
            for word in _near_words(expected, rule, words)
            if grade(word, expected, rule=rule, rivals=rivals).rule == "typo"
        ]
        yield row, found


def warn_of_look_alikes(
    *, rows: Mapping[int, DeckRow], rule: GradingRule, words: WordList
) -> Iterator[Note]:
    """A note under each row whose answer a real word would pass for."""
    for row, found in find_look_alikes(rows=rows, rule=rule, words=words):
        if found:
            more = f" and {len(found) - MOST_NAMED} more" * (len(found) > MOST_NAMED)
            named = ", ".join(found[:MOST_NAMED])
            yield Note(f"real words pass for “{rows[row].answer}”: {named}{more}", row)


def _near_words(expected: Expected, rule: GradingRule, words: WordList) -> list[str]:
    is_lenient = rule.level == Level.LENIENT
    spellings = map(spelling_of, expected.names(version=rule.version))
    near = {
        word
        for spelling in spellings
        for way in spelling.ways[BARE]
        for word in words.near(
            way, edits=typo_reach(spelling.letters, is_lenient=is_lenient)
        )
    }
    return sorted(near, key=normalise)
