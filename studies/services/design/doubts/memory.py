"""Memory under which practice does harm, or does nothing."""

from collections.abc import Iterator, Sequence

from studies.models import Study
from studies.services.decks.content import content_of
from studies.services.design.doubts.warning import DesignWarning
from studies.services.design.fields import find_theta_faults


def find_memory_doubts(study: Study) -> Iterator[DesignWarning]:
    """Doubts about the three numbers of each arm, and about those of the deck."""
    arms = list(study.arms.all())
    for arm in arms:
        if arm.theta is None or any(find_theta_faults(arm.theta)):
            continue
        if words := _doubt(arm.theta):
            field = f"arms.{arm.position}.theta"
            yield DesignWarning(f"memory_of_arm_{arm.position}", field, words)
    if any(arm.theta is None for arm in arms):
        yield from _doubts_about_deck(study)


def _doubts_about_deck(study: Study) -> Iterator[DesignWarning]:
    taught = content_of(study.deck_version).taught
    said = [words for each in taught if (words := _doubt(each.theta))]
    if said:
        yield DesignWarning(
            "memory_of_deck",
            "deck_version",
            f"{said[0]} So it is for {len(said):,} of the {len(taught):,} concepts of "
            "this deck.",
        )


def _doubt(theta: Sequence[float]) -> str:
    of_right, of_wrong, _ = theta
    if of_right < 0:
        return "With a below 0, a right answer makes people forget sooner."
    if of_right == of_wrong == 0:
        return "With a and b at 0 nothing is ever learnt: every answer changes nothing."
    return ""
