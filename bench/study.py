"""Opens the study that benchmarks play: python -m bench.study '{"n_concepts": 15}'."""

import io
import json
import sys
from collections.abc import Sequence
from typing import Any

SLUG = "german"
N_PLACES = 10_000


def open_study(*, teachers: Sequence[str] = (), **changes: Any) -> None:
    """The paper's German study in an empty database, with room for everybody.

    ``teachers`` keeps those arms alone.
    """
    import django

    django.setup()
    from django.core.management import call_command

    from studies.models import Arm, Study

    for command in (["migrate"], ["load_decks", SLUG], ["create_demo"]):
        call_command(*command, verbosity=0, stdout=io.StringIO())
    Study.objects.filter(slug=SLUG).update(is_demo=False, **changes)
    arms = Arm.objects.filter(study__slug=SLUG)
    arms.update(n_places=N_PLACES)
    if teachers:
        arms.exclude(teacher__in=teachers).delete()


if __name__ == "__main__":
    open_study(**json.loads(sys.argv[1]))
