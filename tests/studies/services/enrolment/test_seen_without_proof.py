"""Whoever proved nothing reads nothing that somebody else gave."""

import pytest

from studies.errors import ConflictError
from studies.services.enrolment.consent import find_given_consent
from studies.services.session.serving import show_session, take_card_back
from studies.services.session.sweeping import sweep
from tests.studies.factories import make_study, seconds
from tests.studies.services.enrolment.comings import OTHER, OWN, come, going_on

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]

THIRD = {"person": "A1X", "assignment": "AS3"}


@pytest.fixture
def person(study, first):
    return going_on(study, first).go_to("learning", 1)


def look_on(study, joined):
    return going_on(study, joined).look(serve=False)


@pytest.mark.parametrize("text", ["Hauss", "das Haus", "nothing"])
def test_a_review_tells_strangers_the_answer_and_not_what_was_typed(
    study, person, text
):
    person.answer(text)

    joined = come(study, now=person.now, **OTHER)

    for state in (joined.state, look_on(study, joined)):
        review = state.review
        assert review.correct_answer == person.look().review.correct_answer
        told = (review.answer_given, review.outcome, review.rule)
        assert told == ("", None, "")
        assert (review.comparison, review.article_remark) == ([], "")


def test_how_long_a_review_lasts_tells_strangers_nothing(db):
    study = make_study(review_seconds=10, review_seconds_after_right=1)
    person = going_on(study, come(study, **OWN)).go_to("learning", 1)
    person.answer(person.card().shown.concept.answer)

    review = come(study, now=person.now, **OTHER).state.review

    assert person.look().review.seconds_left == 1
    assert (review.seconds_left, review.goes_on_in_seconds) == (10, 10)


def test_whoever_gave_the_answer_reads_it_without_proof(study, person):
    stranger = going_on(study, come(study, **OTHER))

    assert stranger.answer("Hauss").review.answer_given == "Hauss"

    assert stranger.look().review.answer_given == "Hauss"
    assert person.look().review.answer_given == "Hauss"
    third = come(study, now=person.now, **THIRD)
    assert look_on(study, third).review.answer_given == ""


def test_a_card_that_ran_out_of_time_is_told_to_everybody(study, person):
    stranger = going_on(study, come(study, **OTHER))

    assert stranger.wait(23).look().review.outcome == "missed"


@pytest.mark.parametrize("phase", ["prequiz", "learning"])
@pytest.mark.parametrize("text", ["Hauss", "other"])
def test_no_text_can_be_tried_on_what_somebody_else_answered(study, first, phase, text):
    going_on(study, first).go_to(phase, 1).answer("Hauss")
    stranger = going_on(study, come(study, **OTHER))

    with pytest.raises(ConflictError):
        stranger.answer(text, phase=phase, step=1)


def test_who_answered_without_proof_sends_it_again_for_the_first_result(study, person):
    stranger = going_on(study, come(study, **OTHER))
    first = stranger.answer("Hauss").receipt

    assert stranger.answer("Hauss", phase="learning", step=1).receipt == first
    assert person.answer("Hauss", phase="learning", step=1).receipt == first
    with pytest.raises(ConflictError):
        stranger.answer("other", phase="learning", step=1)


def swept(study, *people):
    """A card whose time is over, while a text may be under way."""
    later = going_on(study, people[0]).now + seconds(51)
    assert sweep(now=later).n_missed == 1
    return [going_on(study, joined).wait(51) for joined in people]


def test_no_text_can_be_tried_on_a_late_one_either(study, first):
    going_on(study, first).go_to("learning", 1)
    person, stranger = swept(study, first, come(study, **OTHER))
    person.answer("Hauss", phase="learning", step=1)

    with pytest.raises(ConflictError):
        stranger.answer("Hauss", phase="learning", step=1)
    assert person.answer("Hauss", phase="learning", step=1).receipt


def test_a_late_text_without_proof_may_be_sent_again(study, first):
    going_on(study, first).go_to("learning", 1)
    _, stranger = swept(study, first, come(study, **OTHER))

    for _ in range(2):
        assert stranger.answer("Hauss", phase="learning", step=1).receipt


def test_the_result_is_for_whoever_proved_alone(db):
    study = make_study(shows_result=True)
    first, stranger = come(study, **OWN), come(study, **OTHER)
    going_on(study, stranger).go_to("result", 0, page="result")

    assert look_on(study, stranger).result is None
    assert look_on(study, come(study, **OTHER)).result is None
    assert look_on(study, first).result.cards
    assert going_on(study, stranger).go_on().page == "completed"


def test_a_copy_of_the_consent_is_of_ones_own(study, first):
    later = going_on(study, first).now + seconds(600)
    stranger = come(study, now=later, **OTHER)
    context = show_session(token=stranger.token, now=later, serve=False)

    given = find_given_consent(context.session, stranger_id=context.stranger_id)

    assert given.record.given_at == later
    assert (given.record.version, given.text) == ("1", own_words(context.session))


def own_words(session):
    return find_given_consent(session).text


def test_a_stranger_takes_no_card_back_that_somebody_is_answering(study, person):
    stranger = come(study, now=person.now, **OTHER)

    take_card_back(token=stranger.token, phase="learning", step=1, now=person.now)

    assert person.answer("xx").receipt.outcome == "wrong"
