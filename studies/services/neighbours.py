"""People who came from one address: they shut nobody else out of a study.

From where somebody came is never stored. It is remembered as a number, in memory that
all workers of a server share, until that server ends.
"""

import mmap
from collections import Counter
from collections.abc import Iterable
from struct import Struct
from typing import NamedTuple

NOWHERE = 0
N_SLOTS = 65_536
_SLOT = Struct("=QQ")
# Made before the workers are, so that it is the same memory in each of them.
_memory = mmap.mmap(-1, N_SLOTS * _SLOT.size)


class Present(NamedTuple):
    """How many hold a place, and how many are on their way to one."""

    n_holding: int = 0
    n_waiting: int = 0


def remember_origin(session_id: int, origin: int) -> None:
    """Whoever joined long ago gives way to whoever joins now."""
    _SLOT.pack_into(_memory, _offset(session_id), session_id, origin)


def _recall_origin(session_id: int) -> int:
    known_id, origin = _SLOT.unpack_from(_memory, _offset(session_id))
    return origin if known_id == session_id else NOWHERE


def _offset(session_id: int) -> int:
    return session_id % N_SLOTS * _SLOT.size


def count_excess(
    people: Iterable[tuple[int, bool]], *, share: int, own: int
) -> Present:
    """Those of every other origin who are more than ``share``.

    Of ``people`` each is a session's id, and whether it is waiting.
    """
    holding: Counter[int] = Counter()
    waiting: Counter[int] = Counter()
    for session_id, is_waiting in people:
        (waiting if is_waiting else holding)[_recall_origin(session_id)] += 1
    others = (holding.keys() | waiting.keys()) - {own, NOWHERE}
    held = {each: max(0, holding[each] - share) for each in others}
    all_of = (max(0, holding[each] + waiting[each] - share) for each in others)
    n_holding = sum(held.values())
    return Present(n_holding, sum(all_of) - n_holding)
