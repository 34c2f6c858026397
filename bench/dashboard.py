"""What the researcher's pages cost the server, in bare views and in queries.

``python -m bench.dashboard`` fills a study by bulk rows, first with a few people, then
with a thousand, and asks for every page of it as a signed-in researcher, on a SQLite
file of its own. A bare view without middleware is weighed in the same run.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bench.answer_cost import NOT_COUNTED, application_in_a_folder, traced
from bench.connection import Request
from bench.ratios import Ratio, print_all
from bench.study import SLUG

FEW, MANY = 10, 1000
N_REPEATS = 3
N_BARE_VIEWS = 300
MAX_SECONDS = 1.0
MAX_WORK_SECONDS = 60.0
STUDY = f"/dashboard/studies/{SLUG}/"
PAGES: dict[str, Callable[[str], str]] = {
    "the list of studies": lambda person: "/dashboard/",
    "monitor": lambda person: f"{STUDY}monitor/",
    "what monitor refreshes": lambda person: f"{STUDY}monitor/now/",
    "participants": lambda person: f"{STUDY}participants/?sort=-flags",
    "data quality": lambda person: f"{STUDY}quality/?sort=-keys",
    "items": lambda person: f"{STUDY}items/?sort=-before",
    "a participant": lambda person: f"{STUDY}participants/{person}/",
    "payments": lambda person: f"{STUDY}payments/",
    "design": lambda person: f"{STUDY}design/",
    "power": lambda person: f"{STUDY}power/",
    "launch": lambda person: f"{STUDY}launch/",
    "export": lambda person: f"{STUDY}export/",
    "team and log": lambda person: f"{STUDY}team/",
}
RESULTS = f"{STUDY}results/"


def ratios() -> Iterator[Ratio]:
    """Time and queries of every page, with a few people and with a thousand."""
    with application_in_a_folder():
        from bench.people import add_people

        _add_arms()
        headers = {"Cookie": _sign_in()}
        person = add_people(SLUG, FEW)
        with _closed() as study:
            _compute(study)
            few_results = _n_queries_again(RESULTS, headers)
        few = {name: _n_queries(page(person), headers) for name, page in PAGES.items()}
        add_people(SLUG, MANY - FEW)
        bare = _bare_seconds()
        for name, page in PAGES.items():
            yield from _weigh(name, page(person), headers, bare=bare, n_few=few[name])
        with _closed() as study:
            most = "computing results: of the minute it may take"
            seconds = _compute(study)
            yield Ratio.at_most(f"{most}, {MANY} people", seconds, MAX_WORK_SECONDS)
            yield from _weigh("results", RESULTS, headers, bare=bare, n_few=few_results)


def _add_arms() -> None:
    """The paper's four arms: results compare each of them with the last."""
    from studies.models import Arm, Study

    study = Study.objects.get(slug=SLUG)
    first = study.arms.get()
    for position, teacher in enumerate(("LR", "RR", "RD"), start=first.position + 1):
        Arm.objects.create(
            study=study,
            position=position,
            name=teacher,
            teacher=teacher,
            n_places=first.n_places,
        )


@contextmanager
def _closed() -> Iterator[Any]:
    """The study, closed for a while: its results are locked before."""
    from django.utils import timezone

    from studies.models import Study
    from studies.models.study import StudyState

    studies = Study.objects.filter(slug=SLUG)
    studies.update(state=StudyState.CLOSED, finish_until=timezone.now())
    yield studies.get()
    studies.update(state=StudyState.LIVE, finish_until=None)


def _compute(study: Any) -> float:
    """The worker's part of results, in seconds."""
    from django.utils import timezone

    from studies.models.study import Purpose
    from studies.services.results.storing import compute_report

    began = time.process_time()
    compute_report(study=study, purpose=Purpose.REAL, now=timezone.now())
    return time.process_time() - began


def _n_queries_again(address: str, headers: dict[str, str]) -> int:
    """The first look of somebody is logged, the second is like all others."""
    _n_queries(address, headers)
    return _n_queries(address, headers)


def _weigh(
    name: str, address: str, headers: dict[str, str], *, bare: float, n_few: int
) -> Iterator[Ratio]:
    from bench.in_process import Weighed
    from config.wsgi import application

    site = Weighed(application)
    site.ask(Request(address, headers=headers))
    began = site.cpu_seconds
    for _ in range(N_REPEATS):
        site.ask(Request(address, headers=headers))
    seconds = (site.cpu_seconds - began) / N_REPEATS
    most = MAX_SECONDS / bare
    yield Ratio.at_most(f"{name} of {MANY} people, in bare views", seconds / bare, most)
    yield Ratio.at_most(f"{name}: of the second it may take", seconds, MAX_SECONDS)
    n_many = _n_queries(address, headers)
    against = f"queries with {MANY} people against {FEW} ({n_many} now)"
    yield Ratio.at_most(f"{name}: {against}", n_many / n_few, 1)


def _n_queries(address: str, headers: dict[str, str]) -> int:
    from bench.in_process import Weighed
    from config.wsgi import application

    with traced(True) as statements:
        Weighed(application).ask(Request(address, headers=headers))
    return sum(not sql.startswith(NOT_COUNTED) for sql in statements)


def _bare_seconds() -> float:
    from bench.in_process import Weighed, bare_application

    bare = Weighed(bare_application())
    for _ in range(N_BARE_VIEWS):
        bare.ask(Request("/ok"))
    return bare.cpu_seconds / bare.n_calls


def _sign_in() -> str:
    """The cookie of an administrator of the site."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client

    users: Any = get_user_model().objects
    client = Client()
    client.force_login(
        users.create_superuser("bench", "bench@example.org", "only for this"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"


if __name__ == "__main__":
    sys.exit(print_all(ratios()))
