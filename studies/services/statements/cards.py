"""Reading cards: what a phase showed so far, and the cards at hand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from studies.models import Response, SessionConcept, TeachingSession
from studies.services.statements.tables import Rows, Table, execute, relate

CARDS = Table(Response, without=("decision", "client"))
CONCEPTS = Table(SessionConcept)
_PHASE = f"""
    SELECT {CONCEPTS.columns("c")}, p."step", p."outcome", {CARDS.columns("r")}
    FROM {CONCEPTS.name} c
    LEFT JOIN {CARDS.name} p ON p."shown_id" = c."id" AND p."phase" = %s
    LEFT JOIN {CARDS.name} r ON r."id" = p."id" AND r."step" BETWEEN %s AND %s
    WHERE c."session_id" = %s
"""  # noqa: S608
_CARD = f"""
    SELECT {CONCEPTS.columns("c")}, r."step", r."outcome", {CARDS.columns("r")}
    FROM {CARDS.name} r JOIN {CONCEPTS.name} c ON c."id" = r."shown_id"
    WHERE r."session_id" = %s AND r."phase" = %s AND r."step" = %s
"""  # noqa: S608


class PhaseRows(NamedTuple):
    """The rows of a phase: its past, the cards at hand, and concepts by position.

    The past is the step, position and outcome of every card so far.
    """

    past: list[tuple[int, int, str | None]]
    cards: list[Response]
    concept_rows: dict[int, Sequence[Any]]

    def concept(self, position: int) -> SessionConcept:
        """The session's concept of ``position``; few are asked for, so few are made."""
        return CONCEPTS.read(self.concept_rows[position])


def read_phase(
    session: TeachingSession,
    *,
    phase: str,
    step: int,
    positions: Sequence[int] = (),
) -> PhaseRows:
    """The concepts of ``session``, what ``phase`` showed of them so far, and as a
    whole the cards of ``step`` and the one after it; of some ``positions`` or all."""
    statement = _PHASE
    if positions:
        places = ", ".join(["%s"] * len(positions))
        statement = f'{_PHASE} AND c."position" IN ({places})'
    values = [phase, step, step + 1, session.pk, *positions]
    return _phase_rows(execute(statement, values))


def read_card(session: TeachingSession, *, phase: str, step: int) -> Response | None:
    """One card of ``session``, wherever it stands in it."""
    cards = _phase_rows(execute(_CARD, [session.pk, phase, step])).cards
    return cards[0] if cards else None


def _phase_rows(rows: Rows) -> PhaseRows:
    found = PhaseRows([], [], {})
    for row in rows:
        position = row[_POSITION]
        found.concept_rows[position] = row[:_STEP]
        if row[_STEP] is not None:
            found.past.append((row[_STEP], position, row[_STEP + 1]))
        if row[_CARD_ID] is not None:
            card = CARDS.read(row[_CARD_ID:])
            relate(card, "shown", found.concept(position))
            found.cards.append(card)
    return found


_POSITION = CONCEPTS.names.index("position")
_STEP = len(CONCEPTS.names)
_CARD_ID = _STEP + 2
