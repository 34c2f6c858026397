"""Answers: graded and stored once, whatever the network does."""

from datetime import datetime, timedelta
from math import ceil

from django.conf import settings

from studies.errors import (
    ConflictError,
    FinishedError,
    InvalidError,
    TooFastError,
    WrongPageError,
)
from studies.grading.rule import Verdict
from studies.limits import LATE_TEXT_SECONDS
from studies.models import Response
from studies.models.log import LogKind
from studies.models.response import Outcome
from studies.models.session import LEFT, Phase, Stage
from studies.services.allocation import COUNTED
from studies.services.decks.content import DeckContent
from studies.services.session.advancing import advance
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.ownership import gave_answer
from studies.services.session.serving import serve_due
from studies.services.session.showing.page_context import PageContext, context_of
from studies.services.session.showing.state import receipt_of
from studies.services.session.submission import Submission
from studies.tallies import TALLIES


def answer_card(
    *, token: str, submission: Submission, now: datetime, serve: bool = False
) -> PageContext:
    """Grade the open card, then choose the next one or end the phase.

    The same text again gets the first result. Another text for a closed card raises
    ``ConflictError`` and changes nothing, except that a missed card takes one late
    text that was under way, which changes neither verdict nor next card. With
    ``serve`` the reply shows the card that comes next, so its clock begins.
    """
    with lock_session(token=token, now=now) as locked:
        if locked.session.phase in LEFT:
            raise FinishedError
        card = locked.cards.find(submission.phase, submission.step)
        if card is None:
            raise WrongPageError("This card is not open.")
        is_new = not card.is_closed
        if is_new:
            _close(locked, card, submission)
        else:
            _repeat(locked, card, submission)
        if serve:
            serve_due(locked)
    if is_new:
        TALLIES.count_card(card.outcome)
    return context_of(locked, receipt=receipt_of(card))


def _repeat(locked: LockedSession, card: Response, submission: Submission) -> None:
    if not gave_answer(card, locked.stranger_id):
        # Whether it is the same text tells what somebody else typed.
        raise ConflictError
    if card.outcome == Outcome.MISSED:
        _take_late_text(locked, card, submission)
    elif not submission.is_like(card):
        raise ConflictError


def _take_late_text(
    locked: LockedSession, card: Response, submission: Submission
) -> None:
    """Keep an answer that crossed with the closing of its card.

    Who did not know leaves an empty text: it was acknowledged, so it has a trace.
    """
    if card.late_text is not None:
        if submission.text != card.late_text:
            raise ConflictError
    elif submission.text or submission.dont_know:
        locked.require_running()
        if not _was_under_way(locked, card):
            raise ConflictError("The time for this card is over.")
        card.late_text = submission.text
        card.late_at = locked.now
        locked.log(
            LogKind.LATE_TEXT,
            phase=card.phase,
            step=card.step,
            text=submission.text,
            arrival=locked.arrival_id,
        )


def _was_under_way(locked: LockedSession, card: Response) -> bool:
    """Whether a text may have been sent in time: nobody has seen the answer yet."""
    patience = locked.settings.grace + timedelta(seconds=LATE_TEXT_SECONDS)
    is_too_late = card.is_overdue(now=locked.now, patience=patience)
    return card.review_at is None and not is_too_late


def _close(locked: LockedSession, card: Response, submission: Submission) -> None:
    locked.require_running()
    _require_served(locked, card)
    _require_content(locked, card, submission)
    _require_time_for_a_place(locked, card)
    _record(locked, card, submission)
    locked.log_given(
        LogKind.CLOSED,
        phase=card.phase,
        step=card.step,
        outcome=card.outcome,
        text=card.text,
        rule=card.rule,
    )
    advance(locked, card)


def _require_served(locked: LockedSession, card: Response) -> None:
    is_open = card is locked.cards.current and locked.session.stage == Stage.CARDS
    if not is_open or card.served_at is None:
        raise WrongPageError("This card has not been shown yet.")


def _require_content(
    locked: LockedSession, card: Response, submission: Submission
) -> None:
    """An empty card is sent by its page alone, when the time is over."""
    if submission.text or submission.dont_know:
        return
    is_over = card.deadline_at is not None and locked.now >= card.deadline_at
    if not (submission.auto_submitted and is_over):
        raise InvalidError("Type an answer, or say that you do not know.")


def _require_time_for_a_place(locked: LockedSession, card: Response) -> None:
    """A program that rushes to places waits; people never notice."""
    session = locked.session
    is_last = card.step == locked.settings.n_steps(card.phase)
    if card.phase != Phase.PREQUIZ or not is_last or session.purpose not in COUNTED:
        return
    earliest = session.consented_at + timedelta(seconds=settings.SECONDS_TO_A_PLACE)
    if locked.now < earliest:
        raise TooFastError(seconds=ceil((earliest - locked.now).total_seconds()))


def _record(locked: LockedSession, card: Response, submission: Submission) -> None:
    card.text = submission.text
    card.dont_know = submission.dont_know
    card.auto_submitted = submission.auto_submitted
    card.client = submission.client
    card.picture_delay_ms = submission.picture_delay_ms
    card.closed_at = card.review_at = locked.now
    deck = locked.cards.deck
    given, verdict = judge(
        deck, card.shown.concept_id, text=card.text, dont_know=card.dont_know
    )
    is_late = given != Outcome.MISSED and _is_past_grace(locked, card)
    card.outcome = Outcome.LATE if is_late else given
    note_verdict(card, verdict)
    card.grading_version = deck.rule.version


def judge(
    deck: DeckContent, concept_id: int, *, text: str, dont_know: bool
) -> tuple[Outcome, Verdict]:
    """What an answer that came in time is worth, and by which rule."""
    if dont_know or not text:
        nothing = Verdict(correct=False, rule="")
        return Outcome.DONT_KNOW if dont_know else Outcome.MISSED, nothing
    verdict = deck.grade(concept_id, text)
    return Outcome.CORRECT if verdict.correct else Outcome.WRONG, verdict


def _is_past_grace(locked: LockedSession, card: Response) -> bool:
    slow_picture = timedelta(milliseconds=card.picture_delay_ms)
    patience = locked.settings.grace + slow_picture
    return card.is_overdue(now=locked.now, patience=patience)


def note_verdict(card: Response, verdict: Verdict) -> None:
    """Store on ``card`` why it was judged so."""
    card.rule = verdict.rule
    card.distance = verdict.distance
    card.matched = verdict.matched
    card.typed_article = verdict.article[:16]
    card.too_general = verdict.too_general
