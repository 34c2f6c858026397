"""Proofreading is quick, and says what a slow and literal reader would say."""

import random

import pytest

from studies.grading.spelling import normalise, spelling_of, typo_reach
from studies.services.decks import proofreading
from studies.services.decks.proofreading import forms_of, proofread
from studies.services.decks.tables import MOST_ROWS, read_table
from tests.studies.factories import make_row

LETTERS = "abcdeäöüß "


def edits_between(a, b):
    """The definition: insert, delete, replace, or swap two neighbours."""
    table = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            best = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
            )
            if i > 1 and j > 1 and a[i - 2 : i] == b[j - 1] + b[j - 2]:
                best = min(best, table[i - 2][j - 2] + 1)
            table[i][j] = best
    return table[-1][-1]


def confusions(rows):
    """Pair by pair, as one would by hand."""
    named = [(row, name) for row, one in rows.items() for name in forms_of(one)]
    told = set()
    for row, name in named:
        near = [
            (other_row, other)
            for other_row, other in named
            if other_row < row and are_confusable(name, other)
        ]
        if near and (row, near[0][0]) not in told:
            (other_row, other), n_more = near[0], len(near) - 1
            told.add((row, other_row))
            more = f", and with {n_more} more" if n_more else ""
            yield (
                f"row {row}: a typo may confuse “{name}” with “{other}” of row "
                f"{other_row}{more}"
            )


def are_confusable(name, other):
    reach = sum(typo_reach(spelling_of(text).letters) for text in (name, other))
    return 0 < edits_between(normalise(name), normalise(other)) <= reach


def slip(text, rng):
    """The text with one slip of the keyboard."""
    at = rng.randrange(1, len(text) - 1)
    return rng.choice(
        [
            text[:at] + text[at + 1 :],
            text[:at] + rng.choice(LETTERS) + text[at:],
            text[:at] + rng.choice(LETTERS) + text[at + 1 :],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
        ]
    )


def make_names(rng, *, n_letters):
    """Words and what they become by up to five slips."""
    names = []
    for _ in range(4 if n_letters < 60 else 2):
        name = "x" + "".join(rng.choice(LETTERS) for _ in range(n_letters)) + "x"
        for _ in range(6):
            names.append(name)
            name = slip(name, rng)
    rng.shuffle(names)
    return names


@pytest.mark.parametrize("n_letters", [4, 7, 12, 62, 63, 70, 130])
def test_near_answers_are_those_a_literal_reader_finds(n_letters):
    rng = random.Random(n_letters)
    names = make_names(rng, n_letters=n_letters)
    rows = {
        number + 1: make_row(
            number, name, alternatives=[{"text": other, "article": ""}], plural=plural
        )
        for number, (name, other, plural) in enumerate(
            zip(names[::3], names[1::3], names[2::3], strict=True), start=1
        )
    }

    found = [str(note) for note in proofread(rows) if "may confuse" in note.message]

    assert found == list(confusions(rows))
    assert found


def test_long_answers_that_are_far_apart_are_not_counted_letter_by_letter(monkeypatch):
    rng = random.Random(1)
    counted = []
    count = proofreading.cpdist

    def spy(texts, others, **options):
        counted.append(len(texts))
        return count(texts, others, **options)

    monkeypatch.setattr(proofreading, "cpdist", spy)
    texts = ["".join(rng.choices(LETTERS, k=180)) for _ in range(300)]
    rows = {i + 2: make_row(i + 1, text) for i, text in enumerate(texts)}
    list(proofread(rows))

    assert counted
    assert sum(counted) == 0


def test_of_very_many_names_the_answers_alone_are_compared(monkeypatch):
    monkeypatch.setattr(proofreading, "MOST_NAMES", 3)
    others = [[{"text": text, "article": ""}] for text in ("Pflaume", "Pflaumer")]
    rows = {
        2: make_row(1, "Kirsche", alternatives=others[0]),
        3: make_row(2, "Kirschen"),
        4: make_row(3, "Banane", alternatives=others[1]),
    }

    assert [str(note) for note in proofread(rows)] == [
        "row 3: a typo may confuse “Kirschen” with “Kirsche” of row 2"
    ]


def test_a_plural_may_be_confused_with_an_answer():
    rows = {2: make_row(1, "Eimer"), 3: make_row(2, "Ei", plural="Eier")}

    assert [str(note) for note in proofread(rows)] == [
        "row 3: a typo may confuse “Eier” with “Eimer” of row 2"
    ]


def test_a_look_alike_that_is_right_itself_is_a_doubt():
    row = make_row(1, "Hund", plural="Hunde", look_alikes=["Kunde", "Hunde"])

    assert [str(note) for note in proofread({2: row})] == [
        "row 2: “Hunde” is both right and a look-alike"
    ]


def test_many_answers_alike_are_one_doubt_each():
    rows = "".join(f"p{i},lemonade {i:05}\n" for i in range(MOST_ROWS))
    reading = read_table(f"prompt,answer\n{rows}")

    found = list(proofread(reading.rows))

    assert 0 < len(found) < MOST_ROWS
    assert str(found[-1]).endswith(" more")
