"""Answers: graded and stored once, whatever the network does."""

from dataclasses import dataclass, field
from datetime import datetime

from studies.errors import ConflictError, FinishedError, InvalidError, WrongPageError
from studies.grading.rule import Verdict, grade
from studies.models import Response
from studies.models.log import LogKind
from studies.models.response import Outcome
from studies.models.session import Phase, Stage
from studies.services.session.advancing import advance
from studies.services.session.cards import Cards, is_past_grace, load_cards
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.settings import BELIEVED_DELAY_SECONDS
from studies.services.session.state import State, receipt_of, state_of


@dataclass(frozen=True)
class Submission:
    """What a browser sent for one card. (phase, step) is its key."""

    phase: str
    step: int
    text: str = ""
    dont_know: bool = False
    auto_submitted: bool = False
    picture_delay_ms: int = 0
    client: dict[str, float] = field(default_factory=dict)

    def is_like(self, card: Response) -> bool:
        return (self.text, self.dont_know) == (card.text, card.dont_know)


def answer_card(*, token: str, submission: Submission, now: datetime) -> State:
    """Grade the open card, then choose the next one or end the phase.

    The same text again gets the first result. Another text for a closed card raises
    ``ConflictError`` and changes nothing, except that a missed card takes one late
    text, which changes neither verdict nor next card.
    """
    with lock_session(token=token, now=now) as locked:
        if locked.session.phase == Phase.WITHDRAWN:
            raise FinishedError
        key = {"phase": submission.phase, "step": submission.step}
        cards = load_cards(locked.session, **key)  # type: ignore[arg-type]
        card = cards.find(submission.phase, submission.step)
        if card is None:
            raise WrongPageError("This card is not open.")
        if card.is_closed:
            _repeat(locked, card, submission)
        else:
            _close(locked, cards, card, submission)
        state = state_of(cards, now=locked.now, receipt=receipt_of(card))
    return state


def _repeat(locked: LockedSession, card: Response, submission: Submission) -> None:
    if card.outcome == Outcome.MISSED:
        _take_late_text(locked, card, submission)
    elif not submission.is_like(card):
        raise ConflictError


def _take_late_text(
    locked: LockedSession, card: Response, submission: Submission
) -> None:
    """Keep the text of an answer that crossed with the closing of its card."""
    if card.late_text is not None:
        if submission.text != card.late_text:
            raise ConflictError
    elif submission.text:
        locked.require_running()
        card.late_text = submission.text
        card.late_at = locked.now
        card.save(update_fields=["late_text", "late_at"])
        locked.log(
            LogKind.LATE_TEXT, phase=card.phase, step=card.step, text=submission.text
        )


def _close(
    locked: LockedSession, cards: Cards, card: Response, submission: Submission
) -> None:
    locked.require_running()
    _require_served(locked, cards, card)
    if not (submission.text or submission.dont_know or submission.auto_submitted):
        raise InvalidError("Type an answer, or say that you do not know.")
    _record(locked, cards, card, submission)
    card.save()
    locked.log(
        LogKind.CLOSED,
        phase=card.phase,
        step=card.step,
        outcome=card.outcome,
        text=card.text,
        rule=card.rule,
    )
    advance(locked, cards, card)


def _require_served(locked: LockedSession, cards: Cards, card: Response) -> None:
    is_open = card is cards.current and locked.session.stage == Stage.CARDS
    if not is_open or card.served_at is None:
        raise WrongPageError("This card has not been shown yet.")


def _record(
    locked: LockedSession, cards: Cards, card: Response, submission: Submission
) -> None:
    card.text = submission.text
    card.dont_know = submission.dont_know
    card.auto_submitted = submission.auto_submitted
    card.client = submission.client
    card.picture_delay_ms = min(
        submission.picture_delay_ms, BELIEVED_DELAY_SECONDS * 1000
    )
    card.closed_at = card.review_at = locked.now
    verdict = _grade(cards, card)
    card.outcome = _outcome(locked, card, verdict)
    _note_verdict(card, verdict)
    card.grading_version = cards.deck.rule.version


def _grade(cards: Cards, card: Response) -> Verdict:
    if card.dont_know or not card.text:
        return Verdict(correct=False, rule="")
    concept_id = card.shown.concept_id
    return grade(
        card.text,
        cards.content(card).expected,
        rule=cards.deck.rule,
        rivals=cards.deck.rivals(concept_id),
    )


def _outcome(locked: LockedSession, card: Response, verdict: Verdict) -> Outcome:
    if is_past_grace(
        card, locked.settings, now=locked.now, picture_delay_ms=card.picture_delay_ms
    ):
        return Outcome.LATE if card.text or card.dont_know else Outcome.MISSED
    if card.dont_know:
        return Outcome.DONT_KNOW
    if not card.text:
        return Outcome.MISSED
    return Outcome.CORRECT if verdict.correct else Outcome.WRONG


def _note_verdict(card: Response, verdict: Verdict) -> None:
    card.rule = verdict.rule
    card.distance = verdict.distance
    card.matched = verdict.matched
    card.typed_article = verdict.article[:16]
    card.too_general = verdict.too_general
