"""python -m tests.deployment.scaled: one study, four servers, few connections."""

import json
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
import psycopg
from django.db import connections

from tests.deployment.cluster import Servers, pooler, proxy
from tests.faults.harness.__main__ import ENVIRONMENT, open_study
from tests.postgres import migrated_cluster

if TYPE_CHECKING:
    from studies.models import Study
    from tests.faults.harness.people import Played

N_SERVERS = 4
N_PEOPLE = 8
N_CONNECTIONS = 6
SITE = {
    "WEB_WORKERS": "1",
    "ACCESS_LOG": "-",
    "BEHIND_TLS_PROXY": "true",
    "PROXY_COUNT": "1",
    "DRAIN_SECONDS": "2",
}
CONNECTIONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


def play(study: "Study", url: str, *, seed: int) -> "list[Played]":
    from tests.faults.harness.people import play_crowd

    return play_crowd(study, url, seed=seed, n_people=N_PEOPLE, repeats=True)


def play_while(
    study: "Study", url: str, *, seed: int, happens: Callable[[], None]
) -> "list[Played]":
    """People who go on coming for as long as something ``happens``."""
    happening = threading.Thread(target=happens)
    happening.start()
    played = play(study, url, seed=seed)
    while happening.is_alive():
        seed += 1
        played += play(study, url, seed=seed)
    happening.join()
    return played


def run(servers: Servers, url: str, folder: Path) -> dict[str, Any]:
    from tests.faults.harness.checking import find_faults, find_tokens

    study = open_study(is_short=True)

    def kill_one() -> None:
        wait_for_answers(study, n_more=N_PEOPLE)
        servers.kill(2)

    calm = play_while(study, url, seed=1, happens=lambda: servers.renew(0))
    stormy = play_while(study, url, seed=100, happens=kill_one)
    played = [*calm, *stormy]
    leaks = (fault for log in servers.logs for fault in find_tokens(log))
    return {
        "people": len(played),
        "finished": sum(bool(one.participation.completion_code) for one in played),
        "retries while one was renewed": sum(one.told.n_retries for one in calm),
        "retries while one was killed": sum(one.told.n_retries for one in stormy),
        "servers that answered": sum(map(has_answered, servers.logs)),
        "faults": [*find_faults(study, played, folder), *leaks],
    }


def wait_for_answers(study: "Study", *, n_more: int) -> None:
    """Until people have begun to answer."""
    from studies.models import Response

    answered = Response.objects.filter(session__study=study).exclude(closed_at=None)
    n_before = answered.count()
    while answered.count() < n_before + n_more:
        time.sleep(0.05)
    connections.close_all()


def has_answered(log: Path) -> bool:
    return re.search(r"POST 20\d", log.read_text()) is not None


def count_connections(host: str) -> int:
    """How many the pooler has open: nobody else is connected by now."""
    with psycopg.connect(host=host, user="forgetmenot", dbname="postgres") as own:
        found = own.execute(CONNECTIONS).fetchone()
        return int(found[0]) if found else 0


def main() -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(migrated_cluster())
        pooled = stack.enter_context(pooler(database, n_connections=N_CONNECTIONS))
        os.environ |= {**ENVIRONMENT, **database, "STATIC_ROOT": str(folder)}
        site = {**os.environ, **pooled, **SITE}
        servers = stack.enter_context(Servers(site, folder, n=N_SERVERS))
        url, certificate = stack.enter_context(proxy(servers.addresses))
        os.environ["SSL_CERT_FILE"] = str(certificate)
        django.setup()
        report = run(servers, url, folder)
        connections.close_all()
        report["connections of the pooler"] = count_connections(database["PGHOST"])
    print(json.dumps(report, indent=2))
    return 1 if report["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
