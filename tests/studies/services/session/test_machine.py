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
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from studies.errors import StudyError
from studies.models import CompletionCode, Place, TeachingSession
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

NAMES = ["ann", "ben", "cid", "dot"]
N_STEPS = {"prequiz": 2, "learning": 4, "postquiz": 2}


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
    """People in one study, with one clock for all."""

    people = Bundle("people")

    def __init__(self) -> None:
        super().__init__()
        self.bracket = transaction.atomic()
        self.bracket.__enter__()
        self.study = make_study(
            teachers=("GR", "LR", "RD"),
            n_concepts=2,
            horizon=4,
            n_places=1,
            pays_withdrawn=True,
            finish_seconds=1000,
        )
        self.now = NOON
        self.arms: dict[str, int] = {}
        self.sessions: dict[str, int] = {}
        self.erased: set[int] = set()
        self.closed_at: datetime | None = None

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.bracket.__exit__(None, None, None)

    def at_now(self, person: Person) -> Person:
        person.now = self.now
        return person

    @rule(
        target=people,
        name=st.sampled_from(NAMES),
        assignment=st.sampled_from(["AS1", "AS1", "AS2"]),
        head_start=st.sampled_from([0, 4, 8]),
    )
    def enter(self, name, assignment, head_start):
        n_before = TeachingSession.objects.count()
        try:
            person = Person(self.study, now=self.now, name=name, assignment=assignment)
        except StudyError:
            return None
        assert self.closed_at is None or TeachingSession.objects.count() == n_before
        self.remember(name, person.session)
        self.hurry(person, head_start)
        return person

    @rule(target=people, name=st.sampled_from(NAMES), times=st.sampled_from([0, 30]))
    def pretend(self, name, times):
        """Somebody comes with an id alone, and plays on if that lets them in."""
        if name not in self.sessions:
            return None
        return self.enter(name, "AS3", times)

    def remember(self, name, session):
        """Whoever comes back is in their first session, unless they had it erased."""
        first = TeachingSession.objects.filter(pk=self.sessions.get(name)).first()
        assert first is None or first.erased_at or first == session
        self.sessions[name] = session.pk

    @rule(person=people, text=st.sampled_from(["right", "xx", "yy", ""]))
    def answer(self, person, text):
        if person is None or self.at_now(person).look().page != "card":
            return
        text = person.right_answer() if text == "right" else text
        person.answer(text, dont_know=not text)

    @rule(person=people)
    def go_on(self, person):
        if person is None:
            return
        state = self.at_now(person).look()
        call = person.fill_in if state.page == "questionnaire" else person.go_on
        refusal_of(call, among={"too_early", "finished", "closed"})

    @rule(person=people, times=st.sampled_from([1, 3, 20]))
    def hurry(self, person, times):
        """Play on for a while without anything going wrong."""
        if person is None:
            return
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
        if person is None:
            return
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
        if person is None:
            return
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
        if person is None:
            return
        self.at_now(person).look()
        assert not person.session.is_away or person.session.has_ended

    @rule(person=people, keep=st.booleans())
    @precondition(lambda self: self.now > NOON + seconds(300))
    def withdraw(self, person, keep):
        if person is None:
            return
        refusal_of(
            lambda: withdraw_session(
                token=person.token, keep_answers=keep, now=self.now
            ),
            among={"finished", "unproven"},
        )

    @rule(person=people)
    @precondition(lambda self: self.now > NOON + seconds(300))
    def screen_out(self, person):
        if person is None:
            return
        session_id = person.session.pk
        refusal_of(
            lambda: screen_out(session_id=session_id, reason="", now=self.now),
            among={"finished", "closed"},
        )

    @rule(person=people)
    @precondition(lambda self: self.now > NOON + seconds(300))
    def erase(self, person):
        if person is not None:
            self.erased.add(person.session.pk)
            erase_session(session_id=person.session.pk, now=self.now)

    @rule(n_more=st.integers(1, 2))
    @precondition(lambda self: self.closed_at is None)
    def top_up(self, n_more):
        add_places(study_id=self.study.pk, n_more=n_more, who="", now=self.now)

    @rule()
    @precondition(lambda self: self.now > NOON + seconds(600) and not self.closed_at)
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
        if person is not None:
            assert self.at_now(person).look().page in {*ENDED, "closed"}
            assert person.session.has_ended

    @rule(person=people)
    def look_at_the_code(self, person):
        """Whoever proved nothing never reads the code of the person."""
        if person is None:
            return
        seen = self.at_now(person).look().completion_code
        codes = person.session.codes.all()
        stranger = open_session(person.token, now=NOON).stranger_id
        own = codes.filter(arrival=stranger).first()
        assert seen == (own and own.code)

    @invariant()
    def whoever_is_owed_has_one_code(self):
        for session in TeachingSession.objects.all():
            has_left = session.phase == "withdrawn" and session.allocated_at
            is_owed = session.phase == "completed" or bool(has_left)
            codes = session.codes.filter(arrival=None)
            assert codes.count() == (is_owed and session.pk not in self.erased)

    @invariant()
    def codes_of_arrivals_are_of_strangers(self):
        for code in CompletionCode.objects.exclude(arrival=None):
            assert (code.arrival.session, code.arrival.proof) == (code.session, "none")

    @invariant()
    def no_more_are_taught_than_there_are_places(self):
        held = TeachingSession.objects.filter(place__isnull=False)
        assert held.count() <= sum(arm.n_places for arm in self.study.arms.all())

    @invariant()
    def nobody_has_two_sessions(self):
        kept = TeachingSession.objects.filter(erased_at=None)
        assert set(kept.values_list("pk", flat=True)) <= set(self.sessions.values())

    @invariant()
    def every_session_began_with_an_arrival(self):
        for session in TeachingSession.objects.all():
            proofs = [a.proof for a in session.arrivals.order_by("pk")]
            assert proofs[0] == "first"
            assert "first" not in proofs[1:]

    @invariant()
    def steps_are_in_order(self):
        for session in TeachingSession.objects.filter(erased_at=None):
            rows = session.responses.order_by("step")
            for phase, n_steps in N_STEPS.items():
                steps = [row.step for row in rows if row.phase == phase]
                assert steps == list(range(1, len(steps) + 1))
                assert len(steps) <= n_steps
            if session.phase == "completed":
                assert len(rows) == sum(N_STEPS.values())

    @invariant()
    def never_twice_in_a_row(self):
        for session in TeachingSession.objects.all():
            rows = session.responses.filter(phase="learning").order_by("step")
            shown = list(rows.values_list("shown__position", flat=True))
            assert all(a != b for a, b in pairwise(shown))

    @invariant()
    def places_are_conserved(self):
        held = Place.objects.exclude(state="open").count()
        holders = TeachingSession.objects.filter(place__isnull=False)
        assert held == holders.count()
        assert not holders.filter(is_away=True).exists()
        for session in TeachingSession.objects.filter(arm__isnull=False):
            arm = self.arms.setdefault(str(session.public_id), session.arm_id)
            assert arm == session.arm_id
            if not session.is_away and session.phase not in LEFT:
                assert session.is_over_full == (session.place is None)

    @invariant()
    def logs_are_whole(self):
        for session in TeachingSession.objects.all():
            assert find_log_fault(session) == ""

    @rule()
    def replay(self):
        for session in TeachingSession.objects.select_related("study__deck_version"):
            assert replay_session(session).fault == ""


@pytest.mark.django_db
def test_nothing_people_do_breaks_the_rules():
    assert connection.in_atomic_block
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=25,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
