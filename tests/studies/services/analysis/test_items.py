"""How each card did."""

import pytest

from studies.services.analysis.items import read_items
from studies.services.analysis.regrading import Wish, regrade_study
from studies.services.people.decisions import decide_exclusion
from tests.studies.factories import NOON, Person, make_deck_version, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    """Everybody is asked about the same three words."""
    return make_study(deck_version=make_deck_version(["Garten", "Fenster", "Zeitung"]))


def play(study, *, knows_after=(), types="xx", seconds=3):
    """Somebody who knows nothing before, and ``knows_after`` at the end."""
    person = Person(study)
    while (state := person.look()).phase != "completed":
        text = types
        if state.page == "card":
            person.wait(seconds)
            word = person.right_answer()
            text = word if state.phase == "postquiz" and word in knows_after else types
        person.move(state, text)
    return person


def read(study, **options):
    items = read_items(study.sessions.all(), **{"is_locked": False, **options})
    return {item.content.expected.answers[0].text: item for item in items}


def test_a_card_is_counted_before_and_after(study):
    play(study, knows_after=["Garten"])
    play(study, knows_after=["Garten", "Fenster"])

    found = read(study)

    assert {word: (i.before, i.after, i.gain) for word, i in found.items()} == {
        "Garten": (0, 1, 1),
        "Fenster": (0, 0.5, 0.5),
        "Zeitung": (0, 0, 0),
    }
    assert {item.n_people for item in found.values()} == {2}


def test_gain_is_over_those_who_were_asked_both_times(study):
    play(study, knows_after=["Garten"])
    Person(study).go_to("learning", 1)

    found = read(study)["Garten"]

    assert (found.n_before, found.n_pairs, found.gain) == (2, 1, 1)


def test_showings_are_per_person_and_seconds_the_median(study):
    play(study, seconds=4)

    found = read(study)

    assert sum(item.showings for item in found.values()) == study.horizon
    assert {round(item.seconds, 3) for item in found.values()} == {4}


def test_nothing_of_the_postquiz_is_read_while_results_are_locked(study):
    play(study, knows_after=["Garten"], types="Blume")
    play(study, types="Blume")
    n_times = read(study)["Garten"].disputed[0].n_times

    found = read(study, is_locked=True)["Garten"]

    assert (found.after, found.gain, found.n_pairs) == (None, None, 0)
    assert found.before == 0
    assert found.disputed[0].n_times == n_times - 1


def test_excluded_people_are_left_out(study):
    session = play(study, knows_after=["Garten"]).session
    play(study)
    decide_exclusion(
        session=session, is_excluded=True, reason="bot", who="ada", now=NOON
    )

    assert (read(study)["Garten"].after, read(study)["Garten"].n_people) == (0, 1)


def test_a_regrading_counts_instead_of_the_first_verdicts(study):
    play(study, types="Gartenx")
    wish = Wish(level="strict", article_rule="ignore")
    regrading = regrade_study(study=study, wish=wish, who="ada", now=NOON)

    assert read(study)["Garten"].before == 1
    assert read(study, regrading=regrading)["Garten"].before == 0


def test_what_one_person_alone_typed_is_no_dispute(study):
    play(study, types="Blume")
    assert read(study)["Garten"].disputed == []

    play(study, types=" BLUME ")

    (disputed,) = read(study)["Garten"].disputed
    assert disputed.n_people == 2
    assert disputed.text in ("Blume", " BLUME ")


def test_a_disputed_text_says_which_other_card_it_is_right_for(study):
    play(study, types="Fenster")
    play(study, types="Fenster")

    found = read(study)

    assert found["Garten"].disputed[0].answers == "prompt-2"
    assert found["Fenster"].disputed == []
