"""The statements by hand do what the ORM would do, on either database."""

import pytest

from studies.models import BrowserEvent, Response, TeachingSession
from studies.services import statements
from studies.services.tokens import digest_token
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def learner():
    return Person(make_study()).go_to("learning", 3)


def values_of(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.fields}


@pytest.mark.parametrize("lock", [False, True])
def test_a_session_is_read_as_the_orm_reads_it(learner, lock):
    by_orm = TeachingSession.objects.get()

    by_token, arrival_id, stranger_id = statements.read_by_token(
        digest_token(learner.token), now=NOON, lock=lock
    )
    by_id, *nobody = statements.read_by_id(by_orm.pk, lock=lock)

    assert values_of(by_token) == values_of(by_id) == values_of(by_orm)
    assert (arrival_id, stranger_id) == (by_orm.arrivals.get().pk, None)
    assert nobody == [None, None]
    assert by_token.study == by_orm.study
    assert by_token.deck_version.fingerprint == by_orm.deck_version.fingerprint


def test_what_is_not_read_at_first_is_read_when_asked_for(learner):
    session, *_ = statements.read_by_token(digest_token(learner.token), now=NOON)

    assert session.study.consent_version == "1"
    assert session.deck_version.answer_language == "de"


def test_no_session_is_read_for_a_token_that_opens_none(learner):
    session = TeachingSession.objects.get()
    session.tokens.update(expires_at=NOON)

    assert statements.read_by_token(digest_token(learner.token), now=NOON) is None
    assert statements.read_by_token(digest_token("other"), now=NOON) is None
    assert statements.read_by_id(session.pk + 1) is None


def test_a_phase_is_read_with_its_past_and_the_cards_at_hand(learner):
    session = learner.session

    rows = statements.read_phase(session, phase="learning", step=3)

    past = [(step, outcome) for step, _, outcome in sorted(rows.past)]
    assert past == [(1, "wrong"), (2, "wrong"), (3, None)]
    assert [card.step for card in rows.cards] == [3]
    assert values_of(rows.cards[0]) == values_of(
        Response.objects.get(phase="learning", step=3)
    )
    by_orm = {shown.position: shown for shown in session.concepts.all()}
    assert {position: rows.concept(position) for position in by_orm} == by_orm


def test_a_phase_may_be_read_in_part(learner):
    rows = statements.read_phase(
        learner.session, phase="prequiz", step=1, positions=(2, 0)
    )

    assert sorted(rows.concept_rows) == [0, 2]


def test_one_card_is_found_wherever_it_stands(learner):
    found = statements.read_card(learner.session, phase="prequiz", step=2)

    assert found == Response.objects.get(phase="prequiz", step=2)
    assert statements.read_card(learner.session, phase="postquiz", step=1) is None


def test_only_what_changed_is_written(learner):
    card = statements.read_card(learner.session, phase="learning", step=1)
    before = dict(card.__dict__)
    Response.objects.filter(pk=card.pk).update(text="written meanwhile")

    card.late_at, card.client = None, {"n_keys": 3}
    statements.CARDS.update(card, before=before)

    stored = Response.objects.get(pk=card.pk)
    assert (stored.text, stored.client) == ("written meanwhile", {"n_keys": 3})


def test_many_rows_are_stored_by_one_statement(learner, django_assert_num_queries):
    session = learner.session
    rows = [
        BrowserEvent(session=session, received_at=NOON, kind=kind, step=step)
        for kind, step in (("blur", 1), ("focus", None))
    ]

    with django_assert_num_queries(1):
        statements.EVENTS.insert(rows)

    stored = BrowserEvent.objects.order_by("pk").values_list("kind", "step")
    assert list(stored) == [("blur", 1), ("focus", None)]
    sender, n_stored = statements.read_sender(digest_token(learner.token), now=NOON)
    assert (sender, n_stored) == (session, 2)


def test_nothing_to_store_is_no_statement(learner, django_assert_num_queries):
    card = statements.read_card(learner.session, phase="learning", step=1)

    with django_assert_num_queries(0):
        statements.EVENTS.insert([])
        statements.CARDS.update(card, before=dict(card.__dict__))
