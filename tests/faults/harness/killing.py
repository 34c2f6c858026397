"""Kills processes at random moments while others work."""

import random
import threading
from collections import Counter
from collections.abc import Callable

LONGEST_PAUSE_SECONDS = 3.0
LOOK_SECONDS = 0.05


class Killer(threading.Thread):
    """Everything once a round, in an order of chance, until it is told to end.

    It begins when ``is_time``.
    """

    def __init__(
        self,
        killers: dict[str, Callable[[], None]],
        *,
        seed: int,
        n_rounds: int,
        longest_pause: float = LONGEST_PAUSE_SECONDS,
        is_time: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(daemon=True)
        self._killers = killers
        self._n_rounds = n_rounds
        self._longest_pause = longest_pause
        self._is_time = is_time
        self._random = random.Random(seed)
        self._is_over = threading.Event()
        self.killed: Counter[str] = Counter()
        self.fault = ""

    def __enter__(self) -> "Killer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.tell_to_end()
        self.join()

    def tell_to_end(self) -> None:
        self._is_over.set()

    @property
    def is_at_work(self) -> bool:
        """Whether something was not killed yet that will be."""
        wanted = self._killers if self._n_rounds else ()
        return self.is_alive() and not all(name in self.killed for name in wanted)

    def run(self) -> None:
        try:
            while not self._is_time() and not self._is_over.wait(LOOK_SECONDS):
                pass
            for _ in range(self._n_rounds):
                if self._is_over.is_set():
                    return
                self._kill_each_once()
        except Exception as error:  # Told to whoever waits for this thread.
            self.fault = f"{type(error).__name__}: {error}"

    def _kill_each_once(self) -> None:
        for name in self._random.sample(sorted(self._killers), len(self._killers)):
            if self._is_over.wait(self._random.uniform(0.3, self._longest_pause)):
                return
            self._killers[name]()
            self.killed[name] += 1
