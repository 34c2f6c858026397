"""Taking a number of participants into a design."""

from datetime import datetime
from math import ceil, gcd

from django.db import transaction

from studies.errors import DesignError
from studies.models import Study
from studies.models.study import StudyState
from studies.services.design.amending import add_places
from studies.services.drafting.arms import edit_arms

CHANGEABLE = (StudyState.DRAFT, StudyState.PILOT)
REASON = "taken from the power page"


@transaction.atomic
def take_size(*, study: Study, size: int, who: str, now: datetime) -> list[int]:
    """Give the arms ``size`` places, on average; unequal arms stay in proportion.

    A draft takes any number. A pilot has told people how many there are of them, so
    its places only grow. Returns how many each arm has then: unequal arms of a pilot
    grow by whole blocks.
    """
    if size < 1:
        raise DesignError("A study needs at least one participant per arm.")
    if study.state not in CHANGEABLE:
        raise DesignError(
            f"Only drafts and pilots take a number, and this is {study.state}."
        )
    places = {arm.pk: arm.n_places for arm in study.arms.all()}
    average = sum(places.values()) / len(places)
    if study.is_draft:
        values = {
            key: {"n_places": max(1, round(size * n / average))}
            for key, n in places.items()
        }
        faults = edit_arms(study_id=study.pk, values=values, who=who, now=now)
        _refuse(faults)
    else:
        n_more = ceil((size - average) / (average / gcd(*places.values())))
        if n_more < 1:
            raise DesignError("The pilot has so many. For fewer, go back to the draft.")
        add_places(study_id=study.pk, n_more=n_more, who=who, now=now, reason=REASON)
    return [arm.n_places for arm in study.arms.order_by("position")]


def _refuse(faults: dict[int, dict[str, list[str]]]) -> None:
    """All or nothing: some arms with the new number would be another design."""
    said = [words for of_arm in faults.values() for words in of_arm["n_places"]]
    if said:
        raise DesignError(said[0])
