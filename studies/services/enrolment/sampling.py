"""Which concepts of a deck a session is about."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from studies.errors import DesignError
from studies.models import TeachingSession
from studies.models.study import Sampling
from studies.services.seeds import seed_of, shuffle
from studies.services.session.settings import SessionSettings, settings_of
from teaching.draws import Stream


class Candidate(NamedTuple):
    """A concept that may be drawn: its number in the deck, its row and its level."""

    number: int
    concept_id: int
    level: str


def sample_concepts(session: TeachingSession) -> list[int]:
    """The rows of a session's concepts in the order of their positions."""
    settings = settings_of(session)
    concepts = session.deck_version.concepts.filter(is_practice=False)
    rows = concepts.values_list("number", "pk", "level")
    by_number = {row[0]: Candidate(*row) for row in rows}
    drawn = draw_candidates(by_number, settings=settings, seed=seed_of(session))
    if len(drawn) < settings.n_concepts:
        raise DesignError("The deck has too few concepts for this study.")
    return [candidate.concept_id for candidate in drawn]


def draw_candidates(
    by_number: Mapping[int, Candidate], *, settings: SessionSettings, seed: int
) -> list[Candidate]:
    """As many as the settings want, or fewer if there are no more."""
    order = shuffle(by_number, seed=seed, stream=Stream.SAMPLE, step=0)
    drawn = [by_number[number] for number in order]
    if settings.sampling == Sampling.STRATIFIED:
        drawn = list(_fill_strata(drawn, dict(settings.strata)))
    return drawn[: settings.n_concepts]


def _fill_strata(drawn: list[Candidate], room: dict[str, int]) -> Iterable[Candidate]:
    for candidate in drawn:
        if room.get(candidate.level, 0) > 0:
            room[candidate.level] -= 1
            yield candidate
