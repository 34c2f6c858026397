"""Races between real threads, each with a connection of its own."""

import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from django.db import connection

from studies.errors import StudyError
from studies.limits import MAX_TOKENS_EACH
from studies.models import Participant, Place, Response, TeachingSession
from studies.recruitment import Arrival
from studies.services.allocation import BLOCK_MULTIPLES
from studies.services.analysis.replay import replay_session
from studies.services.enrolment.joining import join_study
from studies.services.session.answering import answer_card
from studies.services.session.submission import Submission
from studies.services.session.sweeping import sweep
from tests.studies.factories import NOON, Person, make_study, seconds

FOUR = ("GR", "LR", "RR", "RD")


def at_once(calls):
    """The results of all calls, begun at the same moment; errors as their codes."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(timeout=30)
            return call()
        except StudyError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def answer_with(person, text, **key):
    submission = Submission(text=text, **key)
    return lambda: answer_card(
        token=person.token, submission=submission, now=person.now
    )


def test_fifty_equal_answers_are_one_answer():
    person = Person(make_study()).go_to("learning", 2)
    call = answer_with(person, "xx", phase="learning", step=2)

    contexts = at_once([call] * 50)

    assert {context.state.receipt.outcome for context in contexts} == {"wrong"}
    assert Response.objects.filter(phase="learning").count() == 3
    assert replay_session(person.session).fault == ""


def test_of_different_answers_to_one_card_exactly_one_counts():
    person = Person(make_study()).go_to("learning", 1)
    calls = [answer_with(person, f"x{i}", phase="learning", step=1) for i in range(20)]

    results = at_once(calls)

    assert results.count("conflict") == 19
    assert Response.objects.filter(phase="learning").count() == 2


def test_an_answer_and_the_sweep_do_not_both_close_a_card():
    for _ in range(5):
        person = Person(make_study(slug=f"s{_}", **_shared())).go_to("learning", 1)
        person.wait(51)
        call = answer_with(person, "xx", phase="learning", step=1)
        now = person.now

        at_once([call, lambda now=now: sweep(now=now), lambda now=now: sweep(now=now)])

        card = person.card(step=1)
        assert (card.outcome, card.text, card.late_text) in [
            ("late", "xx", None),
            ("missed", "", "xx"),
        ]
        assert person.session.responses.filter(phase="learning").count() == 2
        assert replay_session(person.session).fault == ""


def _shared():
    known = TeachingSession.objects.select_related("study__deck_version").first()
    return {"deck_version": known.study.deck_version} if known else {}


def test_twenty_arrivals_at_the_end_of_the_prequiz_leave_the_arms_balanced():
    study = make_study(teachers=FOUR, n_places=5)
    people = [Person(study).go_to("prequiz", 3) for _ in range(20)]

    at_once([answer_with(p, "xx", phase="prequiz", step=3) for p in people])

    arms = TeachingSession.objects.values_list("arm__name", flat=True)
    assert Counter(arms) == dict.fromkeys(FOUR, 5)
    assert Place.objects.filter(state="taken").count() == 20
    assert TeachingSession.objects.values("place").distinct().count() == 20


def test_arrivals_beyond_the_places_prepared_are_balanced_too():
    study = make_study(teachers=FOUR, n_places=20)
    people = [Person(study).go_to("prequiz", 3) for _ in range(12)]
    Place.objects.all().delete()

    at_once([answer_with(p, "xx", phase="prequiz", step=3) for p in people])

    arms = Counter(TeachingSession.objects.values_list("arm__name", flat=True))
    taken = Place.objects.filter(state="taken").values_list("number", flat=True)
    assert sorted(taken) == list(range(1, 13))
    assert set(arms) == set(FOUR)
    assert max(arms.values()) - min(arms.values()) <= max(BLOCK_MULTIPLES)
    assert TeachingSession.objects.filter(place=None).count() == 0


def test_twenty_joins_of_one_person_are_one_session():
    study = make_study()
    arrival = Arrival(recruiter="mturk", person="A1X")

    joined = at_once(
        [lambda: join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)]
        * 20
    )

    assert sum(j.is_new for j in joined) == 1
    assert TeachingSession.objects.count() == Participant.objects.count() == 1
    session = TeachingSession.objects.get()
    assert session.arrivals.count() == 20
    assert session.tokens.count() == 1 + MAX_TOKENS_EACH


def test_the_database_logs_nobodys_id_when_joins_race():
    study = make_study()
    arrival = Arrival(recruiter="mturk", person="APLANTED", assignment="ASPLANTED")

    at_once(
        [lambda: join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)]
        * 20
    )

    log = (Path(os.environ["PGHOST"]) / "log").read_text()
    assert "database system is ready" in log
    assert "PLANTED" not in log.upper()


def test_two_people_cannot_take_one_returned_place():
    study = make_study(teachers=FOUR)
    leaver = Person(study).go_to("learning", 1)
    sweep(now=leaver.now + seconds(1801))
    others = [Person(study).go_to("prequiz", 3) for _ in range(4)]
    calls = [answer_with(p, "xx", phase="prequiz", step=3) for p in others]

    at_once([*calls, lambda: leaver.wait(1900).look()])

    held = TeachingSession.objects.exclude(place=None)
    assert held.values("place").distinct().count() == held.count()
    assert Place.objects.filter(state="taken").count() == held.count()
    assert leaver.session.is_over_full == (leaver.session.place is None)
