"""How people learn a deck: the part of the report that is fitted to learning cards."""

import pytest

from studies.models import Response
from studies.models.study import Purpose
from studies.services.analysis.memory import read_learning
from studies.services.people.decisions import decide_exclusion
from studies.services.results.parts import memory
from studies.services.results.parts.memory import describe_memory
from studies.services.results.report import open_analysis
from tests.studies.factories import NOON
from tests.studies.services.results.played import make_played
from tests.studies.sharing import shared_rows
from tests.teaching.fitting.answers import answers_of_different_people
from tests.teaching.fitting.test_theta import mixed

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker, "memory"):
        yield make_played(n_people=6, slug="memory")


@pytest.fixture
def analysis(shared):
    return open_analysis(shared, purpose=Purpose.REAL)


def cards_of(analysis):
    learning = Response.objects.filter(
        session__study=analysis.study, phase="learning", closed_at__isnull=False
    )
    return learning.select_related("shown__concept")


def test_every_learning_card_is_read_with_what_was_known_before(analysis):
    responses = read_learning(analysis.data)
    told = {
        (responses.people.names[person], int(step)): (
            responses.concepts.names[concept],
            bool(recalled),
            bool(known),
        )
        for person, step, concept, recalled, known in zip(
            responses.people.numbers,
            responses.steps,
            responses.concepts.numbers,
            responses.recalls,
            responses.known,
            strict=True,
        )
    }

    knew = set(
        Response.objects.filter(phase="prequiz", outcome="correct").values_list(
            "shown", flat=True
        )
    )
    assert told == {
        (str(card.session_id), card.step): (
            f"{card.shown.concept.answer} ({card.shown.concept.number})",
            card.outcome == "correct",
            card.shown_id in knew,
        )
        for card in cards_of(analysis)
    }


def test_whoever_is_excluded_is_left_out(analysis):
    person = cards_of(analysis).first().session
    decide_exclusion(
        session=person, is_excluded=True, reason="asleep", who="ada", now=NOON
    )

    after = read_learning(open_analysis(analysis.study, purpose=Purpose.REAL).data)

    assert str(person.pk) not in after.people.names


def test_too_few_data_say_so(analysis):
    part = describe_memory(analysis)

    assert part.sentences[0].startswith("Too few data: ")
    assert (part.tables, part.figure) == ((), None)


def test_theta_of_deck_levels_and_concepts_stands_in_tables(analysis, monkeypatch):
    monkeypatch.setattr(memory, "read_learning", lambda data: mixed(60))

    part = describe_memory(analysis)

    tables = {table.key: table.dicts() for table in part.tables}
    (deck,) = tables["memory-deck"]
    assert deck["a_low"] < deck["a"] < deck["a_high"]
    assert [row["group"] for row in tables["memory-levels"]] == ["easy", "hard"]
    assert len(tables["memory-concepts"]) == 15
    assert f"2^({deck['a']:.1f} × right answers" in part.sentences[1]


def test_the_figure_has_what_was_foretold_and_what_came(analysis, monkeypatch):
    people = answers_of_different_people((4, 1.3, 0), spread=0.5, n_people=40)
    monkeypatch.setattr(memory, "read_learning", lambda data: people)

    part = describe_memory(analysis)

    observed, foretold = part.figure.series
    (table,) = [one for one in part.tables if one.key == "memory-calibration"]
    assert [point.y for point in observed.points] == [
        row["observed"] for row in table.dicts()
    ]
    assert all(point.x == point.y for point in foretold.points)
    assert "clearly worse" in part.sentences[2]
