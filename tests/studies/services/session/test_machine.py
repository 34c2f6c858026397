"""Anything that people, networks and time may do, in any order."""

from datetime import datetime
from itertools import pairwise

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from studies.errors import StudyError
from studies.models import Place, TeachingSession
from studies.models.session import ENDED, LEFT
from studies.models.study import StudyState
from studies.services.analysis.replay import replay_session
from studies.services.design.amending import add_places
from studies.services.design.lifecycle import change_study_state
from studies.services.hash_chain import find_log_fault
from studies.services.session.answering import answer_card
from studies.services.session.ownership import gave_answer
from studies.services.session.submission import Submission
from studies.services.session.sweeping import sweep
from studies.services.session.withdrawal import (
    erase_session,
    screen_out,
    withdraw_session,
)
from studies.services.tokens import open_session
from tests.studies.factories import NOON, Person, make_study, seconds

NAMES = ["ann", "ben", "cid", "dot", "eve"]
N_PLACES = 2
N_STEPS = {"prequiz": 2, "learning": 3, "postquiz": 2}
# Of moves without a fault: none, to a place, into learning, to the end.
ON_THE_WAY = st.sampled_from([0, 4, 4, 7, 20])
# What a session looks like from outside; nothing else of it changes on its own.
FACE = ("phase", "stage", "step", "is_away", "is_over_full", "place_id", "log_length")


def refusal_of(call, *, among):
    """The code of the error that ``call`` ends in, which must be one of ``among``."""
    try:
        call()
    except StudyError as error:
        if error.code not in among:
            raise
        return error.code
    return ""


class Life(RuleBasedStateMachine):
    """People in one study, with one clock for all.

    A session that looks as it did is not looked at again, so that a step costs little.
    """

    people = Bundle("people")

    def __init__(self) -> None:
        super().__init__()
        self.bracket = transaction.atomic()
        self.bracket.__enter__()
        self.study = make_study(
            n_concepts=2,
            horizon=3,
            n_places=1,
            pays_withdrawn=True,
            finish_seconds=1000,
        )
        self.now = NOON
        self.n_done = 0
        self.arms: dict[int, int] = {}
        self.faces: dict[int, tuple] = {}
        self.sessions: dict[str, int] = {}
        self.erased: set[int] = set()
        self.closed_at: datetime | None = None

    def teardown(self) -> None:
        try:
            for session in TeachingSession.objects.select_related(
                "study__deck_version"
            ):
                assert replay_session(session).fault == ""
        finally:
            transaction.set_rollback(True)
            self.bracket.__exit__(None, None, None)

    def changed(self, sessions):
        """Those that look otherwise than when they were looked at last."""
        for session in sessions:
            face = tuple(getattr(session, name) for name in FACE)
            if self.faces.get(session.pk) != face:
                yield session

    @initialize(target=people, moves=st.tuples(*[ON_THE_WAY] * 3))
    def begin(self, moves):
        """Three agree before any of them has one of the two places."""
        people = [self.join(name) for name in NAMES[: len(moves)]]
        for person, times in zip(people, moves, strict=True):
            self.hurry(person, times)
        return multiple(*people)

    def at_now(self, person: Person) -> Person:
        person.now = self.now
        return person

    @rule(target=people, name=st.sampled_from(NAMES), times=ON_THE_WAY)
    def enter(self, name, times):
        return self.enter_with(name, "AS1", times)

    @rule(target=people, name=st.sampled_from(NAMES), times=ON_THE_WAY)
    def pretend(self, name, times):
        """Somebody comes with an id alone, and plays on if that lets them in."""
        is_known = name in self.sessions
        return self.enter_with(name, "AS3", times) if is_known else multiple()

    def enter_with(self, name, assignment, times):
        n_before = TeachingSession.objects.count()
        try:
            person = self.join(name, assignment)
        except StudyError:
            return multiple()
        assert self.closed_at is None or TeachingSession.objects.count() == n_before
        assert self.is_stranger(person) == (assignment != "AS1")
        self.hurry(person, times)
        return person

    def join(self, name, assignment="AS1"):
        person = Person(self.study, now=self.now, name=name, assignment=assignment)
        self.remember(name, person.session)
        return person

    def is_stranger(self, person):
        return open_session(person.token, now=NOON).stranger_id is not None

    def remember(self, name, session):
        """Whoever comes back is in their first session, unless they had it erased."""
        first = TeachingSession.objects.filter(pk=self.sessions.get(name)).first()
        assert first is None or first.erased_at or first == session
        self.sessions[name] = session.pk

    @rule(person=people, text=st.sampled_from(["right", "xx", "yy", ""]))
    def answer(self, person, text):
        if self.at_now(person).look().page != "card":
            return
        text = person.right_answer() if text == "right" else text
        person.answer(text, dont_know=not text)

    @rule(person=people)
    def go_on(self, person):
        state = self.at_now(person).look()
        call = person.fill_in if state.page == "questionnaire" else person.go_on
        refusal_of(call, among={"too_early", "finished", "closed"})

    @rule(person=people, times=st.sampled_from([1, 3, 20]))
    def hurry(self, person, times):
        """Play on for a while without anything going wrong."""
        for _ in range(times):
            state = self.at_now(person).look()
            if state.page in {*ENDED, "closed"}:
                self.look_at_the_code(person)
                return
            person.move(state)
            self.now = max(self.now, person.now)

    @rule(person=people, data=st.data())
    def repeat(self, person, data):
        """An answer that was acknowledged is sent again, or with another text."""
        closed = list(
            self.at_now(person).session.responses.filter(closed_at__isnull=False)
        )
        if not closed or person.session.phase in LEFT:
            return
        card = data.draw(st.sampled_from(closed))
        before = list(person.session.responses.values("outcome", "text", "shown"))
        for text in (card.text, card.text + "!"):
            self._send_again(person, card, text)
        assert (
            list(person.session.responses.values("outcome", "text", "shown")) == before
        )

    def _send_again(self, person, card, text):
        again = Submission(card.phase, card.step, text, dont_know=card.dont_know)
        refusal = refusal_of(
            lambda: answer_card(token=person.token, submission=again, now=self.now),
            among={"conflict", "finished", "closed"},
        )
        stranger_id = open_session(person.token, now=self.now).stranger_id
        is_own = card.outcome != "missed" and gave_answer(card, stranger_id)
        is_first = is_own and text == card.text
        assert not is_first or refusal in {"", "closed"}

    @rule(person=people)
    def reload(self, person):
        self.at_now(person)
        assert person.look() == person.look()

    @rule(amount=st.sampled_from([1, 10, 23, 60, 2000]))
    def wait(self, amount):
        self.now += seconds(amount)

    @rule()
    def sweep(self):
        sweep(now=self.now)

    @rule()
    def all_leave(self):
        self.now += seconds(2000)
        sweep(now=self.now)

    @rule(person=people)
    def come_back(self, person):
        self.at_now(person).look()
        assert not person.session.is_away or person.session.has_ended

    @rule(person=people, keep=st.booleans())
    @precondition(lambda self: self.n_done > 5)
    def withdraw(self, person, keep):
        refusal = refusal_of(
            lambda: withdraw_session(
                token=person.token, keep_answers=keep, now=self.now
            ),
            among={"finished", "unproven"},
        )
        assert (refusal == "unproven") == self.is_stranger(person)

    @rule(person=people)
    @precondition(lambda self: self.n_done > 5)
    def screen_out(self, person):
        session_id = person.session.pk
        refusal_of(
            lambda: screen_out(session_id=session_id, reason="", now=self.now),
            among={"finished", "closed"},
        )

    @rule(person=people)
    @precondition(lambda self: self.n_done > 5)
    def erase(self, person):
        self.erased.add(person.session.pk)
        erase_session(session_id=person.session.pk, now=self.now)

    @rule(n_more=st.integers(1, 2))
    @precondition(lambda self: self.closed_at is None)
    def top_up(self, n_more):
        add_places(study_id=self.study.pk, n_more=n_more, who="", now=self.now)

    @rule()
    @precondition(lambda self: self.n_done > 10 and not self.closed_at)
    def close(self):
        self.closed_at = self.now
        change_study_state(
            study_id=self.study.pk, state=StudyState.CLOSED, now=self.now
        )

    @rule(person=people)
    @precondition(lambda self: self.closed_at is not None)
    def outstay(self, person):
        """Whoever looks after the deadline has come to an end."""
        self.now = max(self.now, self.closed_at + seconds(1001))
        assert self.at_now(person).look().page in {*ENDED, "closed"}
        assert person.session.has_ended

    @rule(person=people)
    def look_at_the_code(self, person):
        """Whoever proved nothing never reads the code of the person."""
        seen = self.at_now(person).look().completion_code
        codes = person.session.codes.all()
        stranger = open_session(person.token, now=NOON).stranger_id
        own = codes.filter(arrival=stranger).first()
        assert seen == (own and own.code)

    @invariant()
    def the_rules_hold(self):
        self.n_done += 1
        sessions = list(TeachingSession.objects.select_related("place"))
        self.places_are_conserved(sessions)
        self.nobody_has_two(sessions)
        for session in self.changed(sessions):
            self.has_what_is_owed(session)
            self.began_with_an_arrival(session)
            self.was_shown_cards_in_order(session)
            self.stands_where_it_should(session)
            assert find_log_fault(session) == ""
            self.faces[session.pk] = tuple(getattr(session, name) for name in FACE)

    def has_what_is_owed(self, session):
        has_left = session.phase == "withdrawn" and session.allocated_at
        is_owed = session.phase == "completed" or bool(has_left)
        codes = session.codes.filter(arrival=None)
        assert codes.count() == (is_owed and session.pk not in self.erased)
        for code in session.codes.exclude(arrival=None):
            assert (code.arrival.session, code.arrival.proof) == (session, "none")

    def began_with_an_arrival(self, session):
        proofs = [a.proof for a in session.arrivals.order_by("pk")]
        assert proofs[0] == "first"
        assert "first" not in proofs[1:]

    def was_shown_cards_in_order(self, session):
        rows = session.responses.order_by("step").values_list(
            "phase", "step", "shown__position"
        )
        for phase, n_steps in N_STEPS.items():
            steps = [step for of, step, _ in rows if of == phase]
            assert steps == list(range(1, len(steps) + 1))
            assert len(steps) <= n_steps
        shown = [position for of, _, position in rows if of == "learning"]
        assert all(a != b for a, b in pairwise(shown))
        if session.phase == "completed" and not session.erased_at:
            assert len(rows) == sum(N_STEPS.values())

    def stands_where_it_should(self, session):
        """In one arm for ever, and beyond the places only with a mark."""
        if session.arm_id is None:
            return
        assert self.arms.setdefault(session.pk, session.arm_id) == session.arm_id
        place = session.place
        assert place is None or not session.is_away
        if session.is_away or session.phase in LEFT:
            return
        is_beyond = place is None or place.number > N_PLACES
        assert is_beyond if session.is_over_full else place is not None

    def places_are_conserved(self, sessions):
        holders = [session for session in sessions if session.place_id is not None]
        assert Place.objects.exclude(state="open").count() == len(holders)
        target = sum(self.study.arms.values_list("n_places", flat=True))
        assert sum(not session.is_over_full for session in holders) <= target

    def nobody_has_two(self, sessions):
        kept = {session.pk for session in sessions if session.erased_at is None}
        assert kept <= set(self.sessions.values())


# One after the other: what happens at once is tested on PostgreSQL beside this.
@pytest.mark.django_db
@pytest.mark.sqlite_is_enough
def test_nothing_people_do_breaks_the_rules():
    assert connection.in_atomic_block
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=14,
            stateful_step_count=25,
            suppress_health_check=list(HealthCheck),
        ),
    )
