"""What all processes of a server count together, for whoever watches it.

The counts are in memory that they share and end with the server. Each process has a
part of its own: so nobody waits, and one that is killed leaves what it has counted.
"""

import mmap
import threading
from bisect import bisect_left

N_PROCESSES = 64
# A request is of one kind, by what its address is for.
KINDS = ("answer", "session", "join", "media", "researcher", "other")
OUTCOMES = ("correct", "wrong", "dont_know", "late", "missed")
STATUSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_N_BUCKETS = len(SECONDS) + 1
_OF_A_KIND = _N_BUCKETS + 1 + len(STATUSES)
_FIRST_OUTCOME = _OF_A_KIND * len(KINDS)
_SIZE = _FIRST_OUTCOME + len(OUTCOMES)


class Tallies:
    """Counts by kind of request and by outcome of a card."""

    def __init__(self) -> None:
        self._memory = memoryview(mmap.mmap(-1, 8 * _SIZE * N_PROCESSES)).cast("d")
        self._own = 0
        self._lock = threading.Lock()

    def begin_process(self, number: int) -> None:
        """From now on this process counts for itself."""
        self._own = number % N_PROCESSES * _SIZE

    def count_request(self, kind: str, *, seconds: float, status: int) -> None:
        first = self._own + KINDS.index(kind) * _OF_A_KIND
        status_place = first + _N_BUCKETS + min(max(status // 100, 1), 5)
        with self._lock:
            self._memory[first + bisect_left(SECONDS, seconds)] += 1
            self._memory[first + _N_BUCKETS] += seconds
            self._memory[status_place] += 1

    def count_card(self, outcome: str | None) -> None:
        """A card was closed; one that is open counts for nothing."""
        if outcome in OUTCOMES:
            with self._lock:
                self._memory[self._own + _FIRST_OUTCOME + OUTCOMES.index(outcome)] += 1

    def requests(self, kind: str) -> tuple[list[int], float, dict[str, int]]:
        """How many took up to each of ``SECONDS`` or longer, the sum, and statuses."""
        first = KINDS.index(kind) * _OF_A_KIND
        found = [self._total(first + place) for place in range(_OF_A_KIND)]
        statuses = map(int, found[_N_BUCKETS + 1 :])
        return (
            list(map(int, found[:_N_BUCKETS])),
            found[_N_BUCKETS],
            dict(zip(STATUSES, statuses, strict=True)),
        )

    def cards(self) -> dict[str, int]:
        places = enumerate(OUTCOMES, start=_FIRST_OUTCOME)
        return {outcome: int(self._total(place)) for place, outcome in places}

    def _total(self, place: int) -> float:
        return sum(self._memory[place::_SIZE])


# Made before the workers are, so that it is the same memory in each of them.
TALLIES = Tallies()
