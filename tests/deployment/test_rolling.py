"""deploy/roll.sh, with a program in docker's place that notes what it is told."""

import os
import re
import subprocess

import pytest
import yaml

from tests.server import ROOT

DOCKER = """#!/bin/sh
echo "$*" >> "$NOTES"
case "$*" in
"compose ps -q web") echo "$OLD" ;;
"compose ps -aq web") echo "$OLD new1 new2" ;;
"compose ps -q proxy") echo "$PROXY" ;;
*--wait*) exit "$WAIT_CODE" ;;
esac
"""


@pytest.fixture
def roll(tmp_path):
    """What docker is told, and what the script says, with these servers running."""
    docker, notes = tmp_path / "docker", tmp_path / "notes"
    docker.write_text(DOCKER)
    docker.chmod(0o755)

    def run(old, *, wait_code=0, proxy="proxy1"):
        told = {"NOTES": str(notes), "OLD": old, "PROXY": proxy}
        path = f"{tmp_path}:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", ROOT / "deploy" / "roll.sh"],
            env={**told, "WAIT_CODE": str(wait_code), "PATH": path},
            capture_output=True,
            text=True,
        )
        return notes.read_text().splitlines(), done

    return run


def test_as_many_new_servers_start_as_old_ones_end(roll):
    told, done = roll("old1 old2 old3 old4")

    assert done.returncode == 0, done.stderr
    start = "compose up -d --no-deps --no-recreate --scale web=8 --wait web"
    assert told.index("compose run --rm prepare") < told.index(start)
    assert told.index(start) < told.index("stop -t 60 old1 old2 old3 old4")
    assert "compose up -d --scale web=4" in told
    assert "caddy reload" in told[-1]


def test_the_old_servers_go_on_when_the_new_ones_are_not_well(roll):
    told, done = roll("old1 old2", wait_code=1)

    assert done.returncode == 1
    assert "the old ones go on" in done.stderr
    # What they said is shown before it is gone with them.
    assert told[-4:] == [
        *("logs --tail 30 new1", "rm -f new1"),
        *("logs --tail 30 new2", "rm -f new2"),
    ]
    assert not any(line.startswith("stop") for line in told)


def test_without_a_server_nothing_is_exchanged(roll):
    told, done = roll("")

    assert (done.returncode, told) == (1, ["compose ps -q web"])


def test_a_proxy_elsewhere_is_left_alone(roll):
    told, done = roll("old1", proxy="")

    assert done.returncode == 0
    assert not any("caddy" in line for line in told)


def test_requests_wait_longer_than_a_server_takes_to_end_and_another_to_start():
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    drains = compose["x-app"]["environment"]["DRAIN_SECONDS"]

    idle, tried = (
        int(re.search(rf"{name} (\d+)s", caddy)[1])
        for name in ("keepalive", "lb_try_duration")
    )
    drain = int(re.search(r":-(\d+)}", drains)[1])

    assert idle < drain
    # In ten seconds a server has started.
    assert drain + 10 <= tried
