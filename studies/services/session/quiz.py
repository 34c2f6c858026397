"""The order of a quiz's cards: it follows from the session's seed."""

from functools import lru_cache

from studies.models import TeachingSession
from studies.models.session import Phase
from studies.services.seeds import seed_of, shuffle
from teaching.draws import Stream

# Orders and teachers follow from a session's seed, so they can be kept.
REMEMBERED_SESSIONS = 2048
_QUIZ_NUMBER = {Phase.PREQUIZ: 1, Phase.POSTQUIZ: 2}


def quiz_order(
    session: TeachingSession, n_concepts: int, phase: str
) -> tuple[int, ...]:
    """The positions of a quiz's cards; each quiz has an order of its own."""
    return _quiz_order(seed_of(session), n_concepts, _QUIZ_NUMBER[Phase(phase)])


@lru_cache(maxsize=REMEMBERED_SESSIONS)
def _quiz_order(seed: int, n_concepts: int, number: int) -> tuple[int, ...]:
    order = shuffle(range(n_concepts), seed=seed, stream=Stream.QUIZ, step=number)
    return tuple(order)
