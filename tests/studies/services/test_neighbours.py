"""From where people came, as long as the server lives."""

import subprocess
import sys

import pytest

from studies.services.neighbours import (
    N_SLOTS,
    NOWHERE,
    Present,
    count_excess,
    remember_origin,
)
from tests.server import ROOT

HERE, THERE, OWN = 7, 8, 9
FORKED = """
import os
from studies.services.neighbours import _recall_origin, remember_origin
child = os.fork()
if not child:
    remember_origin(3, 12)
    os._exit(0)
os.waitpid(child, 0)
print(_recall_origin(3))
"""


def people(*, holding=0, waiting=0, origin, first=1):
    """Ids of people from ``origin``, and whether they wait."""
    ids = range(first, first + holding + waiting)
    for number in ids:
        remember_origin(number, origin)
    return [(number, i >= holding) for i, number in enumerate(ids)]


@pytest.mark.parametrize(
    ("holding", "waiting", "excess"),
    [
        (3, 0, (0, 0)),
        (0, 3, (0, 0)),
        (5, 0, (2, 0)),
        (0, 5, (0, 2)),
        (2, 3, (0, 2)),
        (5, 4, (2, 4)),
    ],
)
def test_those_count_up_to_the_share_and_holders_first(holding, waiting, excess):
    crowd = people(holding=holding, waiting=waiting, origin=HERE)

    assert count_excess(crowd, share=3, own=OWN) == Present(*excess)


@pytest.mark.parametrize("origin", [OWN, NOWHERE])
def test_neighbours_and_people_from_nowhere_count_all(origin):
    crowd = people(holding=9, waiting=9, origin=origin)

    assert count_excess(crowd, share=3, own=OWN) == Present(0, 0)


def test_every_origin_has_a_share_of_its_own():
    crowd = people(holding=5, origin=HERE) + people(holding=4, origin=THERE, first=6)

    assert count_excess(crowd, share=3, own=OWN) == Present(3, 0)


def test_whoever_gave_way_in_memory_comes_from_nowhere():
    crowd = people(holding=5, origin=HERE)
    for number, _ in crowd:
        remember_origin(number + N_SLOTS, THERE)

    assert count_excess(crowd, share=3, own=OWN) == Present(0, 0)


def test_workers_remember_together():
    ran = subprocess.run(
        [sys.executable, "-c", FORKED], cwd=ROOT, capture_output=True, timeout=60
    )

    assert ran.stdout == b"12\n"
