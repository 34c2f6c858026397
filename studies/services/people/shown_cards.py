"""The cards of one participant, as far as they may be seen."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from studies.models import Concept, Response, TeachingSession
from studies.models.log import LogKind
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES, Phase
from studies.services.people.belief import Belief, recall_believed
from studies.services.people.timeline import HIDDEN, tell_outcome

_Shown = Mapping[tuple[str, int], datetime]


@dataclass(frozen=True)
class Verdict:
    """What became of an answer, by which rule, and what the teacher had expected."""

    expected: str
    outcome: str | None
    rule: str
    distance: int | None
    too_general: str
    believed: float | None

    @property
    def words(self) -> str:
        return tell_outcome(self.outcome)

    @property
    def rule_words(self) -> str:
        return self.rule.replace("_", " ")


@dataclass(frozen=True)
class CardRow:
    """A card with its concept and what was typed; no verdict while it is hidden.

    What was typed after the allocation tells what was learnt, and is hidden with it.
    So is what a teacher showed when: a round robin is known by its order.
    ``seconds`` are since it was shown first, also of a card that was taken back.
    """

    phase: str
    step: int
    position: int | None
    concept: str | None
    text: str | None
    late_text: str | None
    at: datetime
    seconds: float | None
    verdict: Verdict | None

    @property
    def outcome(self) -> str | None:
        return self.verdict.outcome if self.verdict else HIDDEN

    @property
    def is_text_hidden(self) -> bool:
        return self.text is None


def name_concepts(concepts: Sequence[Concept]) -> dict[int, str]:
    """What tells each concept from the others: what is asked, or else the answer."""
    prompts = {concept.prompt for concept in concepts}
    are_told_apart = len(prompts) == len(concepts) and all(prompts)
    return {
        concept.pk: concept.prompt if are_told_apart else concept.answer
        for concept in concepts
    }


def read_responses(session: TeachingSession) -> list[Response]:
    rows = session.responses.select_related("shown__concept").defer("decision")
    return sorted(
        rows, key=lambda card: (CARD_PHASES.index(Phase(card.phase)), card.step)
    )


def _read_shown(session: TeachingSession) -> _Shown:
    """When each card was shown first; one that was taken back is served once more."""
    served = session.log.filter(kind=LogKind.SERVED, payload__isnull=False)
    newest_first = served.order_by("-number").values_list("payload", "at")
    told = ((json.loads(payload or "{}"), at) for payload, at in newest_first)
    return {(card["phase"], card["step"]): at for card, at in told}


def read_belief(
    session: TeachingSession, responses: Sequence[Response]
) -> Belief | None:
    taught = [card for card in responses if _is_taught(card)]
    return recall_believed(
        session.teaching,
        [card.shown.position for card in taught],
        [card.outcome == Outcome.CORRECT for card in taught],
    )


def _is_taught(card: Response) -> bool:
    return card.phase == Phase.LEARNING and card.is_closed


def judge_cards(
    session: TeachingSession,
    responses: Sequence[Response],
    belief: Belief | None,
    names: Mapping[int, str],
    *,
    is_hidden: bool,
) -> list[CardRow]:
    """The cards in their order, each with its verdict unless that is hidden."""
    shown = _read_shown(session)
    believed = iter(belief.when_shown if belief else ())
    verdicts = [
        None
        if is_hidden
        else _verdict(card, next(believed, None) if _is_taught(card) else None)
        for card in responses
    ]
    return [
        _row(card, verdict, shown, name=names[card.shown.concept_id])
        for card, verdict in zip(responses, verdicts, strict=True)
    ]


def _verdict(card: Response, believed: float | None) -> Verdict:
    concept = card.shown.concept
    return Verdict(
        expected=f"{concept.article} {concept.answer}".strip(),
        outcome=card.outcome,
        rule=card.rule,
        distance=card.distance,
        too_general=card.too_general,
        believed=believed,
    )


def _row(
    card: Response, verdict: Verdict | None, shown: _Shown, *, name: str
) -> CardRow:
    is_told = verdict is not None or card.phase == Phase.PREQUIZ
    is_named = verdict is not None or card.phase != Phase.LEARNING
    return CardRow(
        phase=card.phase,
        step=card.step,
        position=card.shown.position if is_named else None,
        concept=name if is_named else None,
        text=card.text if is_told else None,
        late_text=card.late_text if is_told else None,
        at=card.closed_at or card.served_at or card.chosen_at,
        seconds=_seconds_open(card, shown),
        verdict=verdict,
    )


def _seconds_open(card: Response, shown: _Shown) -> float | None:
    shown_at = shown.get((card.phase, card.step), card.served_at)
    if card.closed_at is None or shown_at is None:
        return None
    return (card.closed_at - shown_at).total_seconds()
