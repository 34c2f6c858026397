"""People at once, first in peace, then while processes are killed.

`make faults` does the same for hours; here every kind of process is killed once.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.server import ROOT


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_whatever_is_killed(database):
    few = ("--short", "--people", "6", "--answers", "80")
    once = ("--rounds", "1", "--pause", "1")
    done, report = play("--database", database, *few, *once)

    assert done.returncode == 0, done.stdout + done.stderr
    assert report["acknowledged"] >= 80
    assert report["finished"] == report["people"] >= 12
    killed = {"server", "worker", "tasks"}
    assert set(report["killed"]) == killed | (
        {"database"} if database == "postgres" else set()
    )


def test_a_server_that_acknowledges_too_early_is_found_out():
    # Soon after somebody has answered: a kill has to meet others who do.
    kill = ("--kill", "server", "--rounds", "3", "--pause", "1")
    few = ("--short", "--people", "4", "--answers", "1")
    done, report = play("--careless", *few, *kill)

    assert done.returncode == 1, done.stderr
    assert any("told" in fault for fault in report["faults"])


def play(*options):
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.harness", *options],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    return done, json.loads(done.stdout or "{}")
