"""What was acknowledged is stored, whatever is killed in between."""

import json
import subprocess
import sys

import pytest

from tests.server import ROOT


def run_harness(*options):
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.harness", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert "{" in done.stdout, done.stderr
    return json.loads(done.stdout[done.stdout.index("{\n") :])


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_fifty_people_lose_nothing_whatever_is_killed(database):
    report = run_harness("--database", database, "--rounds", "1")

    assert report["faults"] == []
    assert report["finished"] == report["people"]
    assert report["acknowledged"] >= 1_000
    everything = {"server", "worker", "tasks"}
    if database == "postgres":
        everything.add("database")
    assert report["killed"].keys() == everything


@pytest.mark.parametrize(("rounds", "is_noticed"), [("0", False), ("1", True)])
def test_acknowledging_before_storing_is_noticed_when_it_is_killed(rounds, is_noticed):
    few = ("--people", "10", "--answers", "200")

    report = run_harness("--careless", "--kill", "server", "--rounds", rounds, *few)

    assert any("told" in fault for fault in report["faults"]) is is_noticed
