"""What an answer costs, in empty views and in queries: python -m bench.answer_cost.

Both are timed in the same pass on a SQLite file of their own, so that the ratio says
something on any machine.
"""

import io
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

N_EMPTY = 200
STEPS = (1, 10, 20, 30, 39)


def main() -> None:
    """Set up a study in a temporary folder and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            FORGETMENOT_ENV="local",
            SECRET_KEY="only-for-benchmarks",
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            DJANGO_SETTINGS_MODULE="config.settings",
            STATIC_ROOT=folder,
        )
        _measure()


def _measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    for command in ("migrate", "load_decks", "create_demo"):
        call_command(command, verbosity=0, stdout=io.StringIO())
    client = Client()
    empty = median(_time(lambda: client.get("/healthz")) for _ in range(N_EMPTY))
    print("step  queries  empty views")
    for step, n_queries, seconds in _answers(client):
        print(f"{step:4}  {n_queries:7}  {seconds / empty:11.1f}")


def _time(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _answers(client: Any) -> list[tuple[int, int, float]]:
    """The cost of learning answers at ``STEPS`` of one session."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from studies.models import TeachingSession

    body: dict[str, object] = {"study": "german", "consent": True}
    joined = client.post("/api/v1/sessions/", body, content_type="application/json")
    url = f"/api/v1/sessions/{joined.json()['token']}/"
    settings = TeachingSession.objects.get().settings
    TeachingSession.objects.update(settings={**settings, "review_seconds": 0})
    costs = []
    while (state := client.get(url).json())["phase"] != "postquiz":
        part, body = _next(state)
        with CaptureQueriesContext(connection) as queries:
            send = partial(client.post, f"{url}{part}/", body, "application/json")
            seconds = _time(send)
        if (
            state["phase"] == "learning"
            and part == "answers"
            and state["step"] in STEPS
        ):
            costs.append((state["step"], _n_statements(queries), seconds))
    return costs


def _next(state: dict[str, Any]) -> tuple[str, dict[str, object]]:
    if state["page"] != "card":
        return "continue", {}
    key = {"phase": state["phase"], "step": state["step"]}
    return "answers", {**key, "answer": "Haus"}


def _n_statements(queries: Any) -> int:
    return sum(not q["sql"].startswith(("BEGIN", "COMMIT")) for q in queries)


if __name__ == "__main__":
    main()
