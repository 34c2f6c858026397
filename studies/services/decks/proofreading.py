"""What a second pair of eyes would ask about a table."""

from collections.abc import Iterator, Mapping
from re import findall

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from studies.grading.spelling import normalise, spelling_of, typo_reach
from studies.services.decks.tables import DeckRow, Note

# Beyond this, alternatives are left out of the pairs: their number grows squared.
MOST_NAMES = 4000
MOST_EDITS = 4
CHUNK = 256

Rows = Mapping[int, DeckRow]


def proofread(rows: Rows) -> Iterator[Note]:
    """Doubts about the concepts, each under the number of its row."""
    yield from _shared_answers(rows)
    yield from _visible_answers(rows)
    yield from _confusable_pairs(rows)


def names_of(concept: DeckRow) -> list[str]:
    """Every text that is right for a concept, its answer first."""
    names = [concept.answer, *(other["text"] for other in concept.alternatives)]
    return [name for name in names if name]


def _shared_answers(rows: Rows) -> Iterator[Note]:
    owners: dict[str, int] = {}
    for row, concept in rows.items():
        for name in names_of(concept):
            owner = owners.setdefault(normalise(name), row)
            if owner != row:
                yield Note(f"“{name}” is an answer of row {owner} too", row)


def _visible_answers(rows: Rows) -> Iterator[Note]:
    for row, concept in rows.items():
        prompt = normalise(concept.prompt)
        names = names_of(concept)
        for name, word in zip(names, _near_words(names, prompt), strict=True):
            if f" {normalise(name)} " in f" {prompt} ":
                yield Note(f"the answer “{name}” can be read in the prompt", row)
            elif word:
                yield Note(f"“{word}” in the prompt is a typo away from “{name}”", row)


def _near_words(names: list[str], prompt: str) -> list[str]:
    """For each name the word of the prompt that a typo would make it, or nothing."""
    words = [prompt, *findall(r"[^\W_]+", prompt)]
    within = _distances(list(map(normalise, names)), words) <= _reaches(names)[:, None]
    return [words[row.argmax()] if row.any() else "" for row in within]


def _distances(texts: list[str], others: list[str]) -> NDArray[np.uint8]:
    """Edits from each text to each other; all beyond the limit count as more."""
    return cdist(
        texts, others, scorer=OSA.distance, score_cutoff=MOST_EDITS, dtype=np.uint8
    )


def _reaches(names: list[str]) -> NDArray[np.int64]:
    return np.array([typo_reach(spelling_of(name).letters) for name in names], int)


def _confusable_pairs(rows: Rows) -> Iterator[Note]:
    """Two answers so near that one text may be a typo of both."""
    named = [(row, name) for row, concept in rows.items() for name in names_of(concept)]
    if len(named) > MOST_NAMES:
        named = [(row, concept.answer) for row, concept in rows.items()]
    texts = [normalise(name) for _, name in named]
    reach = _reaches([name for _, name in named])
    for start in range(0, len(named), CHUNK):
        near = _distances(texts[start : start + CHUNK], texts)
        within = near <= reach[start : start + CHUNK, None] + reach
        for i, j in zip(*np.nonzero(within & (near > 0)), strict=True):
            (row, name), (other_row, other) = named[start + i], named[j]
            if row > other_row:
                yield Note(
                    f"a typo may confuse “{name}” with “{other}” of row {other_row}",
                    row,
                )
