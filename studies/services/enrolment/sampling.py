"""Which concepts of a deck a session is about."""

from collections.abc import Iterable

from studies.errors import DesignError
from studies.models import Concept, Study
from studies.models.study import Sampling
from studies.services.seeds import shuffle
from teaching.draws import Stream


def sample_concepts(study: Study, *, seed: int) -> list[Concept]:
    """The concepts of a session in the order of their positions."""
    concepts = study.deck_version.concepts.filter(is_practice=False)
    by_number = {concept.number: concept for concept in concepts}
    order = shuffle(by_number, seed=seed, stream=Stream.SAMPLE, step=0)
    drawn = [by_number[number] for number in order]
    if study.sampling == Sampling.STRATIFIED:
        drawn = list(_fill_strata(drawn, dict(study.strata)))
    if len(drawn) < study.n_concepts:
        raise DesignError("The deck has too few concepts for this study.")
    return drawn[: study.n_concepts]


def _fill_strata(drawn: list[Concept], room: dict[str, int]) -> Iterable[Concept]:
    for concept in drawn:
        if room.get(concept.level, 0) > 0:
            room[concept.level] -= 1
            yield concept
