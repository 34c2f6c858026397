"""How often somebody may come: a few at once, then at a steady rate."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

MOST_KEYS = 20_000
ROUNDING_SECONDS = 1e-6


@dataclass(frozen=True)
class Rate:
    """So many within ``seconds``; all of them may come at once."""

    n_allowed: int
    seconds: float

    @property
    def interval(self) -> float:
        return self.seconds / self.n_allowed


@dataclass
class Limiter:
    """Whether one more is allowed under a key, in this process.

    Of each key only one time is kept: when all that came so far would have been let
    in, had it come evenly (the generic cell rate algorithm of ATM networks). The keys
    not seen for longest are forgotten first.
    """

    rate: Rate
    _even_times: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def seconds_to_wait(self, key: str, *, now: float) -> float:
        """0, and it is counted; else how long until one more is allowed."""
        with self._lock:
            even_time = max(now, self._even_times.get(key, now)) + self.rate.interval
            too_early = even_time - self.rate.seconds - now
            if too_early > ROUNDING_SECONDS:
                return too_early
            self._even_times[key] = even_time
            self._even_times.move_to_end(key)
            if len(self._even_times) > MOST_KEYS:
                self._even_times.popitem(last=False)
            return 0.0
