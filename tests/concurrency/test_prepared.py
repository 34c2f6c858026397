"""What PostgreSQL keeps of the statements that every answer asks."""

from django.db import connection

from studies.models import LogEntry, Response, SessionConcept, TeachingSession
from tests.studies.factories import Person, make_study

HOT = {
    "SELECT": {TeachingSession, SessionConcept},
    "INSERT": {LogEntry, Response},
    "UPDATE": {Response, TeachingSession},
}


def plans():
    """How often each prepared statement was asked, by its text."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT statement, generic_plans + custom_plans FROM pg_prepared_statements"
        )
        return {text.strip(): n_asked for text, n_asked in cursor.fetchall()}


def answer(person, n_times):
    for _ in range(n_times):
        person.answer("xx")
        person.look()


def test_every_statement_of_an_answer_is_prepared():
    connection.close()
    person = Person(make_study(n_concepts=15, horizon=15)).go_to("prequiz", 1)
    answer(person, 3)
    before = plans()
    answer(person, 5)

    asked = [text for text, n in plans().items() if n >= before.get(text, 0) + 5]
    for verb, models in HOT.items():
        of_verb = [text for text in asked if text.startswith(verb)]
        for model in models:
            name = f'"{model._meta.db_table}"'
            assert any(name in text for text in of_verb), (verb, name)


def test_answers_to_come_are_prepared_by_those_before():
    connection.close()
    person = Person(make_study(n_concepts=15, horizon=15)).go_to("prequiz", 1)
    answer(person, 3)
    before = plans()
    answer(person, 8)

    assert before
    assert plans().keys() == before.keys()
