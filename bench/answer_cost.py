"""What an answer costs the server, in bare views and in queries.

``python -m bench.answer_cost`` plays whole sessions through the real application with
its middleware, on a SQLite file of their own. The floor, a bare view without
middleware, is weighed after every answer of the same pass.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.connection import Request
from bench.pages import Guest, Page, consent_request, join_request
from bench.ratios import Ratio, print_all
from bench.study import SLUG, open_study

N_SESSIONS = 3
BARE_VIEWS_PER_FORM = 10
MAX_FORMS = 500
MAX_BARE_VIEWS = {"a quiz answer": 40, "a learning answer": 75}
MAX_QUERIES = 8
NOT_COUNTED = ("BEGIN", "COMMIT", "ROLLBACK")


@dataclass(frozen=True)
class Cost:
    """What one form, sent from ``page``, and the face it led to cost."""

    phase: str
    step: int
    page: str
    cpu_seconds: float
    statements: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "a learning answer" if self.phase == "learning" else "a quiz answer"

    @property
    def n_queries(self) -> int:
        return sum(not sql.startswith(NOT_COUNTED) for sql in self.statements)


def ratios() -> Iterator[Ratio]:
    """CPU and queries of answers, with and without JavaScript."""
    with application_in_a_folder():
        for with_javascript in (True, False):
            yield from _ratios(with_javascript)


@contextmanager
def application_in_a_folder() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            FORGETMENOT_ENV="local",
            SECRET_KEY="only-for-benchmarks",
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            DJANGO_SETTINGS_MODULE="config.settings",
            STATIC_ROOT=folder,
            REQUESTS_PER_SESSION="1000000",
            JOINS_PER_ADDRESS="1000000",
            SECONDS_TO_A_PLACE="0",
        )
        # Without a wait, so that a program may go on at once.
        open_study(teachers=["GR"], review_seconds=0)
        yield
        from django.db import connections

        connections.close_all()


def _ratios(with_javascript: bool) -> Iterator[Ratio]:
    for _ in _play(with_javascript):
        pass  # The first session fills the caches.
    bare, weighed = _weigh(with_javascript)
    counted = list(_play(with_javascript, counts=True))
    factor, suffix = (1, "") if with_javascript else (2, ", without JavaScript")
    for kind, limit in MAX_BARE_VIEWS.items():
        costs = _of_kind(kind, weighed)
        n_answers = sum(cost.page == "card" for cost in costs)
        per_answer = sum(cost.cpu_seconds for cost in costs) / n_answers
        what = f"{kind} up to the next card{suffix}"
        yield Ratio.at_most(f"{what}, in bare views", per_answer / bare, factor * limit)
        queries = _of_kind(kind, counted)
        yield from _query_ratios(f"{kind}{suffix}", queries, factor * MAX_QUERIES)


def _weigh(with_javascript: bool) -> tuple[float, list[Cost]]:
    """The CPU seconds of a bare view, and what whole sessions cost."""
    from bench.in_process import Weighed, bare_application

    bare = Weighed(bare_application())
    costs = []
    for _ in range(N_SESSIONS):
        for cost in _play(with_javascript):
            costs.append(cost)
            for _ in range(BARE_VIEWS_PER_FORM):
                bare.ask(Request("/ok"))
    return bare.cpu_seconds / bare.n_calls, costs


def _of_kind(kind: str, costs: list[Cost]) -> list[Cost]:
    """Without each phase's last step, which leads to no card."""
    last = dict.fromkeys(("prequiz", "learning", "postquiz"), 0)
    for cost in costs:
        last[cost.phase] = max(last[cost.phase], cost.step)
    return [c for c in costs if c.kind == kind and c.step < last[c.phase]]


def _query_ratios(what: str, costs: list[Cost], limit: int) -> Iterator[Ratio]:
    most = max(cost.n_queries for cost in costs)
    yield Ratio.at_most(f"{what}: queries of a form and its next face", most, limit)
    third = max(cost.step for cost in costs) // 3
    early = max(cost.n_queries for cost in costs if cost.step <= third)
    late = max(cost.n_queries for cost in costs if cost.step > 2 * third)
    against = "queries in the last third of the steps against the first"
    yield Ratio.at_most(f"{what}: {against}", late / early, 1)


def _play(with_javascript: bool, *, counts: bool = False) -> Iterator[Cost]:
    """What the cards of one session cost, from consent to the questionnaire."""
    from bench.in_process import Weighed
    from config.wsgi import application

    site = Weighed(application)
    joined = site.open(join_request(SLUG))
    begun = site.open(consent_request(SLUG, joined.text))
    guest, page = Guest(begun.path, Random(0), with_javascript), Page(begun.text)
    for _ in range(MAX_FORMS):
        if page.kind == "questionnaire":
            return
        form, before = guest.next_request(page), site.cpu_seconds
        with traced(counts) as statements:
            shown, page = page, Page(site.open(form).text)
        if shown.face:
            spent = site.cpu_seconds - before
            yield Cost(shown.phase, shown.step, shown.kind, spent, tuple(statements))
    raise RuntimeError(f"a session never ended; it is at a page that is {page.kind}")


@contextmanager
def traced(counts: bool) -> Iterator[list[str]]:
    """The statements that SQLite itself sees, however they were sent."""
    statements: list[str] = []
    if not counts:
        yield statements
        return
    from django.db import connection

    connection.ensure_connection()
    connection.connection.set_trace_callback(statements.append)
    try:
        yield statements
    finally:
        connection.connection.set_trace_callback(None)


if __name__ == "__main__":
    sys.exit(print_all(ratios()))
