"""Places in arms: what was given out in which order, and who holds it."""

from collections.abc import Iterator

from studies.models import Place
from studies.models.arms import PlaceState
from studies.services.export.columns import Row, Table, choice, flag
from studies.services.export.source import Source
from studies.services.export.tables.shared import ARM, BLOCK, PLACE

PER_PAGE = 500


def _read(source: Source) -> Iterator[Row]:
    """Places of the same purpose, empty ones too: the test shuffles all of them."""
    target = sum(arm.n_places for arm in source.study.arms.all())
    places = Place.objects.filter(study=source.study, purpose=source.purpose)
    rows = places.select_related("arm").order_by("number")
    last = 0
    while page := list(rows.filter(number__gt=last)[:PER_PAGE]):
        for place in page:
            yield {
                "place": place.number,
                "block": place.block,
                "arm": place.arm.name,
                "place_state": place.state,
                "is_beyond_target": place.number > target,
            }
        last = page[-1].number


ALLOCATION = Table(
    "allocation",
    "Every place of every arm; sessions tell who holds or gave back which",
    ("place",),
    (
        *(PLACE, BLOCK, ARM),
        choice("place_state", "What became of it", PlaceState),
        flag("is_beyond_target", "Whether the arms should have fewer places"),
    ),
    _read,
)
