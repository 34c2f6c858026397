"""Replay: the same session comes out again, or the first difference is named."""

import pytest

from studies.services.analysis.replay import replay_session
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
TEACHERS = ["GR", "LR", "RR", "RD", "AD"]


@pytest.mark.parametrize("teacher", TEACHERS)
def test_a_session_replays_bit_for_bit(db, teacher):
    person = Person(make_study(teachers=(teacher,), horizon=12))
    n_moves = 0
    while (state := person.look()).page != "completed":
        n_moves += 1
        text = person.right_answer() if state.page == "card" and n_moves % 3 else "xx"
        person.move(state, text)

    replayed = replay_session(person.session)

    assert (replayed.fault, replayed.is_exact, replayed.n_cards) == ("", True, 18)


def test_replay_names_the_first_other_choice(finished):
    cards = finished.session.responses.filter(phase="learning").order_by("step")
    third, fourth = cards[2], cards[3]
    third.shown = fourth.shown
    third.save()

    assert "learning step 3" in replay_session(finished.session).fault


def test_replay_names_another_score(finished):
    card = finished.session.responses.get(phase="learning", step=2)
    card.decision["draw"] = 0.5
    card.save()

    assert replay_session(finished.session).fault == "learning step 2: another draw"


def test_under_other_versions_scores_may_differ_a_little(db):
    person = Person(make_study(teachers=("GR",)))
    person.finish()
    card = person.session.responses.get(phase="learning", step=2)
    card.decision["numpy"] = "1.0"
    key = next(iter(card.decision["scores"]))
    card.decision["scores"][key] += 1e-12
    card.save()

    replayed = replay_session(person.session)

    assert (replayed.fault, replayed.is_exact) == ("", False)


def test_replay_notices_a_missing_card(finished):
    finished.session.responses.filter(phase="postquiz", step=2).delete()

    assert "postquiz step 2" in replay_session(finished.session).fault


def test_what_was_erased_still_replays(person):
    person.go_to("learning", 2)

    withdraw_session(token=person.token, keep_answers=False, now=person.now)

    assert replay_session(person.session).fault == ""
