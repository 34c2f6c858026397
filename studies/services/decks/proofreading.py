"""What a second pair of eyes would ask about a table."""

from collections.abc import Iterator, Mapping
from re import findall

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA, Levenshtein
from rapidfuzz.process import cdist, cpdist

from studies.grading.spelling import count_letters, normalise, typo_reach
from studies.services.decks.tables import DeckRow, Note

# Beyond this, alternatives are left out of the pairs: their number grows squared.
MOST_NAMES = 4000
MOST_EDITS = 4
# Up to so many characters, all edits between two texts are counted in one go.
MACHINE_WORD = 64
CHUNK = 256

Rows = Mapping[int, DeckRow]


def proofread(rows: Rows) -> Iterator[Note]:
    """Doubts about the concepts, each under the number of its row."""
    yield from _shared_answers(rows)
    yield from _own_look_alikes(rows)
    yield from _visible_answers(rows)
    yield from _confusable_pairs(rows)


def names_of(concept: DeckRow) -> list[str]:
    """Every text that is right for a concept, its answer first."""
    names = [concept.answer, *(other["text"] for other in concept.alternatives)]
    return [name for name in names if name]


def forms_of(concept: DeckRow) -> list[str]:
    """The same with the plurals, which a typo may be near to as well."""
    plurals = [plural for plural in (concept.plural, *concept.other_plurals) if plural]
    return list(dict.fromkeys([*names_of(concept), *plurals]))


def _shared_answers(rows: Rows) -> Iterator[Note]:
    owners: dict[str, int] = {}
    for row, concept in rows.items():
        for name in names_of(concept):
            owner = owners.setdefault(normalise(name), row)
            if owner != row:
                yield Note(f"“{name}” is an answer of row {owner} too", row)


def _own_look_alikes(rows: Rows) -> Iterator[Note]:
    """Look-alikes that are right themselves, so that no typo could ever be nearer."""
    for row, concept in rows.items():
        own = set(map(normalise, forms_of(concept)))
        for name in concept.look_alikes:
            if normalise(name) in own:
                yield Note(f"“{name}” is both right and a look-alike", row)


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
    is_long = np.array([len(text) > MACHINE_WORD for text in texts], bool)
    edits = np.empty((len(texts), len(others)), np.uint8)
    for measure, chosen in ((_edits, ~is_long), (_edits_of_long, is_long)):
        if chosen.any():
            edits[chosen] = measure([texts[i] for i in np.flatnonzero(chosen)], others)
    return edits


def _edits(texts: list[str], others: list[str]) -> NDArray[np.uint8]:
    return cdist(
        texts, others, scorer=OSA.distance, score_cutoff=MOST_EDITS, dtype=np.uint8
    )


def _edits_of_long(texts: list[str], others: list[str]) -> NDArray[np.uint8]:
    """The same for long texts: nearly all pairs are told to be far without counting.

    Levenshtein looks at a narrow band of them only, and takes a swap for two edits.
    """
    most = 2 * MOST_EDITS
    edits = cdist(
        texts, others, scorer=Levenshtein.distance, score_cutoff=most, dtype=np.uint8
    )
    i, j = np.nonzero((edits > 1) & (edits <= most))
    edits[i, j] = cpdist(
        [texts[k] for k in i],
        [others[k] for k in j],
        scorer=OSA.distance,
        score_cutoff=MOST_EDITS,
        dtype=np.uint8,
    )
    return edits


def _reaches(names: list[str]) -> NDArray[np.int64]:
    return np.array([typo_reach(count_letters(name)) for name in names], int)


def _confusable_pairs(rows: Rows) -> Iterator[Note]:
    """Answers so near to one above them that one text may be a typo of both.

    Two rows are told of once: where singulars are alike, plurals are.
    """
    told: set[tuple[int, int]] = set()
    named = [(row, name) for row, concept in rows.items() for name in forms_of(concept)]
    if len(named) > MOST_NAMES:
        named = [(row, concept.answer) for row, concept in rows.items()]
    texts = [normalise(name) for _, name in named]
    reach = _reaches([name for _, name in named])
    of_row = np.array([row for row, _ in named])
    for start in range(0, len(named), CHUNK):
        mine, above = slice(start, start + CHUNK), slice(0, start + CHUNK)
        near = _distances(texts[mine], texts[above])
        within = (near > 0) & (near <= reach[mine, None] + reach[above])
        within &= of_row[mine, None] > of_row[above]
        for i in np.flatnonzero(within.any(axis=1)):
            others = np.flatnonzero(within[i])
            here, there = named[start + i], named[others[0]]
            if (here[0], there[0]) not in told:
                told.add((here[0], there[0]))
                yield _confusion(here, there, len(others) - 1)


def _confusion(here: tuple[int, str], there: tuple[int, str], n_more: int) -> Note:
    (row, name), (other_row, other) = here, there
    more = f", and with {n_more} more" if n_more else ""
    return Note(
        f"a typo may confuse “{name}” with “{other}” of row {other_row}{more}", row
    )
