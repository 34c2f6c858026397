"""Who kills at random moments, as long as people are watched."""

import sys
import time

from tests.faults.harness.killing import Killer


def test_a_killer_with_rounds_without_end_ends_when_told():
    killer = Killer({"server": lambda: None}, seed=1, n_rounds=sys.maxsize)
    killer.start()
    while not killer.killed:
        time.sleep(0.01)

    killer.tell_to_end()
    killer.join(timeout=5)

    assert not killer.is_alive()
