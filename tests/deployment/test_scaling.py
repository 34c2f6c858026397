"""Four servers of one study behind the repository's proxy and a pooler.

What is told and what is stored is compared in a process of its own: its settings lead
to the database of the servers.
"""

import json
import os
import subprocess
import sys

from tests.deployment.scaled import N_CONNECTIONS
from tests.server import ROOT


def test_four_servers_are_one_site_whatever_becomes_of_one():
    done = subprocess.run(
        [sys.executable, "-m", "tests.deployment.scaled"],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(done.stdout or "{}")

    assert done.returncode == 0, done.stdout + done.stderr
    assert report["faults"] == []
    assert report["finished"] == report["people"]
    assert report["retries while one was renewed"] == 0
    assert report["servers that answered"] == 4
    assert 0 < report["connections of the pooler"] <= N_CONNECTIONS
