"""A page shows one moment, whatever is committed while it is read."""

import pytest

from studies.services.session import serving
from studies.services.session.serving import show_session
from studies.services.tokens import open_session
from tests.studies.factories import seconds

pytestmark = pytest.mark.django_db


@pytest.fixture
def between_the_reads(monkeypatch):
    """Lets something happen after a page has read its session, before the cards."""

    def arrange(happen):
        def read(token, *, now):
            opened = open_session(token, now=now)
            monkeypatch.setattr(serving, "open_session", open_session)
            happen()
            return opened

        monkeypatch.setattr(serving, "open_session", read)

    return arrange


@pytest.mark.parametrize("serve", [True, False])
def test_an_answer_while_a_page_is_read_leads_to_its_review(
    person, between_the_reads, serve
):
    person.go_to("learning", 2)
    between_the_reads(lambda: person.answer("xx", phase="learning", step=2))

    state = person.look(serve=serve)

    assert (state.page, state.step) == ("review", 2)
    assert state.review.answer_given == "xx"


def test_an_answer_while_a_page_is_read_leads_to_the_next_card(
    person, between_the_reads
):
    person.go_to("prequiz", 1)
    between_the_reads(lambda: person.answer("xx", phase="prequiz", step=1))

    state = person.look()

    assert (state.page, state.step) == ("card", 2)
    assert state.card is not None


@pytest.mark.parametrize("serve", [True, False])
def test_the_last_answer_of_a_part_while_a_page_is_read_ends_it(
    person, between_the_reads, serve
):
    person.go_to("prequiz", 3)
    between_the_reads(lambda: person.answer("xx", phase="prequiz", step=3))

    assert person.look(serve=serve).page == "introduction"


@pytest.mark.parametrize("serve", [True, False])
def test_a_review_that_is_left_while_a_page_is_read_may_still_be_shown(
    person, between_the_reads, serve
):
    person.go_to("learning", 2, page="review").wait(10)
    between_the_reads(person.go_on)

    state = person.look(serve=serve)

    assert (state.page, state.step) == ("review", 2)
    assert person.look().page == "card"


def test_a_page_that_serves_nothing_writes_nothing(person, between_the_reads):
    person.go_to("learning", 2)
    between_the_reads(lambda: person.answer("xx", phase="learning", step=2))

    later = person.now + seconds(15)
    state = show_session(token=person.token, now=later, serve=False).state

    assert state.page == "review"
    assert person.session.last_seen_at == person.now
