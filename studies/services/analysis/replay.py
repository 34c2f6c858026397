"""Replay: from the seed and what was recorded, does the same session come out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from studies.models import Response, TeachingSession
from studies.models.session import CARD_PHASES, QUIZZES
from studies.services.enrolment.sampling import sample_concepts
from studies.services.hash_chain import find_log_fault
from studies.services.session.cards import PastCard
from studies.services.session.quiz import quiz_order
from studies.services.session.scheduling import (
    decide,
    describe_decision,
    history_of,
)
from studies.services.session.settings import SessionSettings, settings_of

SCORE_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Replayed:
    """How a replay went; ``fault`` names the first difference, empty if none."""

    n_cards: int
    is_exact: bool
    fault: str = ""


class _DifferenceError(Exception):
    """Something came out differently."""


def replay_session(session: TeachingSession) -> Replayed:
    """Compute every choice again and compare it with what was stored.

    Bit for bit under the recorded versions of Python and numpy; under others the picks
    must be equal and the scores within 1e-9.
    """
    cards = list(session.responses.select_related("shown"))
    is_exact = True
    try:
        _check_log(session)
        if session.erased_at is None:
            _check_sampling(session)
            for is_equal in _check_cards(session, cards):
                is_exact = is_exact and is_equal
    except _DifferenceError as difference:
        return Replayed(len(cards), is_exact, str(difference))
    return Replayed(len(cards), is_exact)


def _check_log(session: TeachingSession) -> None:
    fault = find_log_fault(session)
    if fault:
        raise _DifferenceError(fault)


def _check_sampling(session: TeachingSession) -> None:
    drawn = sample_concepts(session)
    stored = session.concepts.order_by("position").values_list("concept_id", flat=True)
    if drawn != list(stored):
        raise _DifferenceError("other concepts would be sampled")


def _check_cards(session: TeachingSession, cards: list[Response]) -> Iterator[bool]:
    settings = settings_of(session)
    for phase in CARD_PHASES:
        of_phase = sorted((c for c in cards if c.phase == phase), key=lambda c: c.step)
        _check_steps(of_phase)
        if phase in QUIZZES:
            _check_quiz(session, settings, of_phase)
        else:
            yield from _check_learning(session, settings, of_phase)


def _check_steps(cards: list[Response]) -> None:
    for expected, card in enumerate(cards, start=1):
        if card.step != expected:
            raise _DifferenceError(f"{card.phase} step {expected} is missing")
        if not card.is_closed and expected != len(cards):
            raise _DifferenceError(f"{card.phase} step {expected} was left open")


def _check_quiz(
    session: TeachingSession, settings: SessionSettings, cards: list[Response]
) -> None:
    if not cards:
        return
    order = quiz_order(session, settings.n_concepts, cards[0].phase)
    for card in cards:
        if card.shown.position != order[card.step - 1]:
            raise _DifferenceError(
                f"{card.phase} step {card.step}: concept {card.shown.position} was "
                f"shown, {order[card.step - 1]} would be"
            )


def _check_learning(
    session: TeachingSession, settings: SessionSettings, cards: list[Response]
) -> Iterator[bool]:
    for card in cards:
        before = [PastCard.of(earlier) for earlier in cards[: card.step - 1]]
        history = history_of(settings.n_concepts, before)
        stored: dict[str, Any] = card.decision or {}
        decision = decide(session, settings, history)
        again = describe_decision(stored.get("teacher", ""), decision)
        if card.shown.position != decision.concept:
            raise _DifferenceError(
                f"learning step {card.step}: concept {card.shown.position} was shown, "
                f"{decision.concept} would be"
            )
        yield _compare(stored, again, step=card.step)


def _compare(stored: dict[str, Any], again: dict[str, Any], *, step: int) -> bool:
    """Whether both are equal to the bit; raises if they are not even close."""
    if stored == again:
        return True
    same_versions = all(stored.get(k) == again[k] for k in ("numpy", "python"))
    for name in ("teacher", "version", "concept", "tied", "draw"):
        if stored.get(name) != again[name]:
            raise _DifferenceError(f"learning step {step}: another {name}")
    if same_versions or not _are_close(stored.get("scores", {}), again["scores"]):
        raise _DifferenceError(f"learning step {step}: other scores")
    return False


def _are_close(left: dict[str, Any], right: dict[str, Any]) -> bool:
    return left.keys() == right.keys() and all(
        left[key] == right[key]
        or (
            None not in (left[key], right[key])
            and abs(left[key] - right[key]) <= SCORE_TOLERANCE
        )
        for key in left
    )
