"""What somebody knew before and after: card by card, and nothing of who taught it."""

from dataclasses import dataclass

from studies.models import TeachingSession
from studies.models.response import Outcome
from studies.models.session import QUIZZES, Phase
from studies.services.decks.content import DeckContent


@dataclass(frozen=True)
class ResultCard:
    """A card of both quizzes, and whether it was known."""

    prompt: str
    picture: str | None
    answer: str
    known_before: bool
    known_after: bool


@dataclass(frozen=True)
class ResultView:
    """How many cards were known before and after, and which."""

    n_before: int
    n_after: int
    cards: list[ResultCard]


def result_of(session: TeachingSession, deck: DeckContent) -> ResultView:
    """The result of a session that has been through both quizzes.

    In the order in which the cards were drawn: how often and when each was taught
    would tell who taught it.
    """
    concepts = session.concepts.order_by("position").values_list("pk", "concept_id")
    known = _known(session)
    cards = []
    for pk, concept_id in concepts:
        content = deck.concepts[concept_id]
        cards.append(
            ResultCard(
                prompt=content.prompt,
                picture=content.picture_address,
                answer=content.correct_answer,
                known_before=(Phase.PREQUIZ, pk) in known,
                known_after=(Phase.POSTQUIZ, pk) in known,
            )
        )
    return ResultView(
        n_before=sum(card.known_before for card in cards),
        n_after=sum(card.known_after for card in cards),
        cards=cards,
    )


def _known(session: TeachingSession) -> set[tuple[str, int]]:
    right = session.responses.filter(phase__in=QUIZZES, outcome=Outcome.CORRECT)
    return set(right.values_list("phase", "shown_id"))
