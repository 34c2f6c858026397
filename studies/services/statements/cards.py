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
"""  # nosec B608
_CARD = f"""
    SELECT {CONCEPTS.columns("c")}, r."step", r."outcome", {CARDS.columns("r")}
    FROM {CARDS.name} r JOIN {CONCEPTS.name} c ON c."id" = r."shown_id"
    WHERE r."session_id" = %s AND r."phase" = %s AND r."step" = %s
"""  # nosec B608


class PastCard(NamedTuple):
    """What a teacher needs to know of a card; ``outcome`` is None while it is open."""

    step: int
    position: int
    outcome: str | None

    @classmethod
    def of(cls, card: Response) -> "PastCard":
        return cls(card.step, card.shown.position, card.outcome)


class Concepts(dict[int, SessionConcept]):
    """A session's concepts by position, each made when it is asked for."""

    def __init__(self) -> None:
        self.rows: dict[int, Sequence[Any]] = {}

    def __missing__(self, position: int) -> SessionConcept:
        made = self[position] = CONCEPTS.read(self.rows[position])
        return made


class PhaseRows(NamedTuple):
    """The rows of a phase: concepts by position, its past, and the cards at hand."""

    concepts: Concepts
    past: list[PastCard]
    cards: list[Response]


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
    found = PhaseRows(Concepts(), [], [])
    for row in rows:
        position = row[_POSITION]
        found.concepts.rows.setdefault(position, row[:_STEP])
        if row[_STEP] is not None:
            found.past.append(PastCard(row[_STEP], position, row[_STEP + 1]))
        if row[_CARD_ID] is not None:
            card = CARDS.read(row[_CARD_ID:])
            relate(card, "shown", found.concepts[position])
            found.cards.append(card)
    return found


_POSITION = CONCEPTS.names.index("position")
_STEP = len(CONCEPTS.names)
_CARD_ID = _STEP + 2
