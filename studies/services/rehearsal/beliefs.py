"""What a session's teacher believes, and why it chose the card it chose."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studies.models import Response, TeachingSession
from studies.models.session import Phase
from studies.services.decks.content import DeckContent, content_of
from studies.services.session.cards import PastCard
from studies.services.session.scheduling import history_of
from studies.services.session.settings import SessionSettings, settings_of
from teaching import HalfLifeModel, History
from teaching.teachers import AdaptiveTeacher

MOST_CURVE_POINTS = 60


@dataclass(frozen=True)
class ConceptBelief:
    """A concept in the teacher's eyes: how well it is kept, and what showing it brings.

    ``curve`` is the recall expected from now on if nothing more is shown. ``score`` is
    None for concepts that the teacher did not look at.
    """

    name: str
    n_shown: int
    n_recalled: int
    recall: float
    curve: tuple[float, ...]
    score: float | None
    is_chosen: bool
    is_tied: bool


@dataclass(frozen=True)
class TeachersView:
    """The teacher's side of one learning card."""

    teacher: str
    step: int
    n_steps: int
    concepts: tuple[ConceptBelief, ...]
    draw: float
    strength: float | None = None
    """How strong the teacher takes this person's memory to be, if it learns that."""

    @property
    def chosen(self) -> ConceptBelief:
        return next(concept for concept in self.concepts if concept.is_chosen)

    @property
    def runner_up(self) -> ConceptBelief | None:
        """The best of those that were looked at and not tied with the chosen one."""
        others = [
            c for c in self._looked_at if not c.is_tied and c is not self.ruled_out
        ]
        return max(others, key=_score, default=None)

    @property
    def ruled_out(self) -> ConceptBelief | None:
        """The one that was better than the chosen, but was shown just before."""
        if self.chosen.score is None:
            return None
        better = (c for c in self._looked_at if _score(c) > _score(self.chosen))
        return next(better, None)

    @property
    def _looked_at(self) -> list[ConceptBelief]:
        return [concept for concept in self.concepts if concept.score is not None]

    @property
    def n_tied(self) -> int:
        return sum(concept.is_tied for concept in self.concepts)


def see_as_teacher(session: TeachingSession) -> TeachersView | None:
    """The teacher's view of the card that ``session`` is at; None outside learning."""
    if session.phase != Phase.LEARNING or session.teaching is None:
        return None
    cards = list(
        session.responses.filter(phase=Phase.LEARNING, step__lte=session.step)
        .select_related("shown")
        .order_by("step")
    )
    return _look(session, settings_of(session), cards)


def count_taught(session: TeachingSession) -> int:
    """How many cards the teacher chose before its part was over; none before that."""
    if session.phase == Phase.LEARNING:
        return 0
    return session.responses.filter(phase=Phase.LEARNING).count()


def _look(
    session: TeachingSession, settings: SessionSettings, cards: Sequence[Response]
) -> TeachersView:
    *before, card = cards
    teaching: Mapping[str, Any] = session.teaching or {}
    history = history_of(settings.n_concepts, list(map(PastCard.of, before)))
    model = HalfLifeModel(teaching["theta"])
    n_points = min(settings.horizon - card.step + 1, MOST_CURVE_POINTS)
    times = range(card.step, card.step + n_points)
    curves = model.recall(list(times), history)
    decision: Mapping[str, Any] = card.decision or {}
    names = _names(session, content_of(session.deck_version))
    concepts = [
        ConceptBelief(
            name=names[position],
            n_shown=int(history.n_plus[position] + history.n_minus[position]),
            n_recalled=int(history.n_plus[position]),
            recall=float(curves[position][0]),
            curve=tuple(map(float, curves[position])),
            score=decision.get("scores", {}).get(str(position)),
            is_chosen=position == card.shown.position,
            is_tied=position in decision.get("tied", ()),
        )
        for position in range(settings.n_concepts)
    ]
    return TeachersView(
        teacher=teaching["teacher"],
        step=card.step,
        n_steps=settings.horizon,
        concepts=tuple(sorted(concepts, key=_most_interesting_first)),
        draw=decision.get("draw", 0.0),
        strength=_strength(teaching, history, settings.horizon),
    )


def _strength(
    teaching: Mapping[str, Any], history: History, horizon: int
) -> float | None:
    if teaching["teacher"] != AdaptiveTeacher.code:
        return None
    model, options = HalfLifeModel(teaching["theta"]), teaching.get("options", {})
    teacher = AdaptiveTeacher(model=model, horizon=horizon, **options)
    return teacher.belief(history).mean


def _score(belief: ConceptBelief) -> float:
    return belief.score or 0.0


def _most_interesting_first(belief: ConceptBelief) -> tuple[bool, float]:
    score = -math.inf if belief.score is None else belief.score
    return not belief.is_chosen, -score


def _names(session: TeachingSession, deck: DeckContent) -> dict[int, str]:
    """What each concept of the session is called, by its position."""
    rows = session.concepts.values_list("position", "concept_id")
    return {
        position: deck.concepts[concept].correct_answer for position, concept in rows
    }
