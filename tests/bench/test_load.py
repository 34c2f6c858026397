"""What ran out is named by who used the cores, and whether replies were late."""

import pytest

from bench.crowd import Watched
from bench.load import name_bottleneck
from bench.participants import Record


@pytest.mark.parametrize(
    ("server", "reply_seconds", "named"),
    [
        (19.0, 1.0, "the cores (1.9 of 2 used, most by the server)"),
        (11.0, 1.0, "no core (1.1 of 2 used): replies wait for the disk"),
        (11.0, 0.1, "none yet: 1.1 of 2 cores used"),
    ],
)
def test_what_ran_out_is_named(server, reply_seconds, named):
    record = Record(is_open=True, seconds=[reply_seconds] * 100)
    watched = Watched(record, 10.0, server, machine_cpu_seconds=server)

    assert name_bottleneck(watched).startswith(named)
