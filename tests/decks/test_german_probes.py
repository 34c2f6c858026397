"""Answers as people type them, each with the verdict that a teacher wants."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from studies.grading import rule
from studies.grading.rule import GradingRule, Level
from studies.models import DeckVersion
from studies.services.decks.content import content_of
from tests.decks.german import DECK, RIVALS, ROWS, split_cell

PROBES = Path(__file__).with_name("german_probes.csv")
# The keys around each on a German keyboard.
NEIGHBOURS = {
    **{"q": "wa", "w": "qes", "e": "wrd", "r": "etf", "t": "rzg", "z": "tuh"},
    **{"u": "zij", "i": "uok", "o": "ipl", "p": "oü", "ü": "pä", "a": "qsy"},
    **{"s": "adwx", "d": "sfec", "f": "dgrv", "g": "fhtb", "h": "gjzn", "j": "hkum"},
    **{"k": "jli", "l": "köo", "ö": "läp", "ä": "öü", "y": "ax", "x": "ycs"},
    **{"c": "xvd", "v": "cbf", "b": "vng", "n": "bmh", "m": "nj", "ß": "0"},
}


def read_probes():
    with PROBES.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


@pytest.fixture
def grade(db):
    """Grades a text as the answer to a card of the stored deck."""
    call_command("load_decks", "german", stdout=io.StringIO())
    version = DeckVersion.objects.get()
    content = content_of(version)
    cards = dict(version.concepts.values_list("answer", "pk"))
    return lambda answer, text, **options: content.grade(cards[answer], text, **options)


def slips_of(word):
    """One slip of the fingers: a letter lost, doubled, swapped or beside its key."""
    word = word.lower()
    for i, letter in enumerate(word):
        yield word[:i] + word[i + 1 :]
        yield word[:i] + letter + word[i:]
        yield word[:i] + word[i : i + 2][::-1] + word[i + 2 :]
        for other in NEIGHBOURS.get(letter, ""):
            yield word[:i] + other + word[i + 1 :]


def is_right(text, expected, *, rivals):
    return rule.grade(text, expected, rule=GradingRule(), rivals=rivals).correct


def test_the_table_of_probes_is_about_every_card():
    probes = read_probes()

    assert len(probes) >= 500
    assert {probe["concept"] for probe in probes} == set(DECK)
    assert all(probe["why"] for probe in probes)


def test_every_probe_gets_the_verdict_that_a_teacher_wants(grade):
    surprises = []
    for probe in read_probes():
        found = grade(probe["concept"], probe["typed"])
        verdict = ("right" if found.correct else "wrong", found.rule)
        if verdict != (probe["verdict"], probe["rule"]):
            surprises.append((probe["concept"], probe["typed"], verdict))

    assert surprises == []


def test_look_alikes_are_never_accepted(grade):
    # By the mildest level, which accepts all that the others do.
    mildest = GradingRule(level=Level.LENIENT)
    for row in ROWS:
        for name in split_cell(row["look_alikes"]):
            assert not grade(row["answer"], name, rule=mildest).correct


def test_plurals_of_others_are_never_accepted(grade):
    plurals = [row["plural"] for row in ROWS if row["plural"]]
    accepted = [
        (row["answer"], plural)
        for row in ROWS
        for plural in plurals
        if plural not in DECK[row["answer"]].names(version=2)
        and grade(row["answer"], plural).correct
    ]

    assert accepted == []


def test_hardly_any_honest_slip_is_refused_for_a_look_alike():
    n_without, n_with = 0, 0
    for answer, expected in DECK.items():
        plain = replace(expected, look_alikes=())
        for slip in sorted(set(slips_of(answer))):
            n_without += is_right(slip, plain, rivals=RIVALS[answer])
            n_with += is_right(slip, expected, rivals=RIVALS[answer])

    assert 0.9 < n_with / n_without < 1


def test_the_first_version_of_the_rule_still_says_what_it_said(grade):
    first = GradingRule(version=1)

    assert grade("Schwein", "Schweiz", rule=first).rule == "typo"
    assert grade("Eimer", "Eier", rule=first).rule == "typo"
    assert grade("Kaninchen", "Hasen", rule=first).rule == "wrong"
    assert grade("Hund", "Hund, der", rule=first).rule == "wrong"
    assert grade("Hund", "Hudne", rule=first).rule == "wrong"
