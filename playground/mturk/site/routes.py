"""Which page an address leads to, and what a form does."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.mturk.errors import RequestError
from playground.mturk.market import Assignment, Market
from playground.mturk.site import pages
from playground.mturk.site.replies import Reply, lead, refuse, send_file

SUBMIT = "/mturk/externalSubmit"
_WORKER = r"/as/(?P<worker>[A-Z0-9]{2,64})/"
_HIT = r"hits/(?P<hit>[A-Z0-9]{1,64})/"
_TASK = r"tasks/(?P<assignment>[A-Z0-9]{1,64})/"
_FILES = {"/style.css": "text/css", "/site.js": "text/javascript"}


@dataclass(frozen=True)
class Visit:
    """One request of a browser; ``site`` is the address of this very site."""

    market: Market
    method: str
    path: str
    site: str
    fields: dict[str, str] = field(default_factory=dict)


Page = Callable[..., Reply]
_ROUTES: list[tuple[str, re.Pattern[str], Page]] = []


def route(method: str, pattern: str) -> Callable[[Page], Page]:
    def enter(page: Page) -> Page:
        _ROUTES.append((method, re.compile(pattern), page))
        return page

    return enter


def answer_visit(visit: Visit) -> Reply:
    """The page for ``visit``; nobody else changes the market meanwhile."""
    if visit.path in _FILES:
        return send_file(visit.path[1:], _FILES[visit.path])
    for method, pattern, page in _ROUTES:
        found = pattern.fullmatch(visit.path)
        if found and method == visit.method:
            return _answer(visit, page, found.groupdict())
    return refuse("There is nothing at this address.", status=404)


def _answer(visit: Visit, page: Page, names: dict[str, str]) -> Reply:
    with visit.market.lock:
        visit.market.settle()
        try:
            return page(visit, **names)
        except RequestError as error:
            return refuse(error.message)


@route("GET", "/")
def choose(visit: Visit) -> Reply:
    return pages.show_doors(visit.market)


@route("POST", "/")
def enter(visit: Visit) -> Reply:
    worker = visit.fields.get("worker", "").strip().upper()
    if not re.fullmatch(r"A[A-Z0-9]{1,63}", worker):
        return refuse("A worker’s id begins with A and has letters and digits.")
    return lead(f"/as/{worker}/")


@route("GET", _WORKER)
def hits(visit: Visit, worker: str) -> Reply:
    return pages.show_hits(visit.market, worker)


@route("GET", _WORKER + _HIT)
def preview(visit: Visit, worker: str, hit: str) -> Reply:
    found = visit.market.find_hit(hit)
    if found not in visit.market.hits_for(worker):
        return lead(f"/as/{worker}/")
    return pages.show_preview(found, worker, site=visit.site)


@route("POST", _WORKER + _HIT + "accept/")
def accept(visit: Visit, worker: str, hit: str) -> Reply:
    task = visit.market.accept(hit, worker)
    return lead(f"/as/{worker}/tasks/{task.id}/")


@route("GET", _WORKER + _TASK)
def work(visit: Visit, worker: str, assignment: str) -> Reply:
    task = _own(visit.market, worker, assignment)
    if task.status != "Accepted":
        return lead(f"/as/{worker}/")
    return pages.show_work(visit.market, task, site=visit.site)


@route("POST", _WORKER + _TASK + "return/")
def give_back(visit: Visit, worker: str, assignment: str) -> Reply:
    if _own(visit.market, worker, assignment).status == "Accepted":
        visit.market.give_back(assignment)
    return lead(f"/as/{worker}/")


@route("POST", _WORKER + _TASK + "submit/")
def submit_form(visit: Visit, worker: str, assignment: str) -> Reply:
    """A form of the site's own: a code that was typed."""
    if _own(visit.market, worker, assignment).status == "Accepted":
        visit.market.submit(assignment, **visit.fields)
    return lead(f"/as/{worker}/")


@route("POST", SUBMIT)
def submit_external(visit: Visit) -> Reply:
    """A form that a requester's page posts; a second one changes nothing."""
    visit.market.forms.append(visit.fields)
    known = visit.market.find_assignment(visit.fields.get("assignmentId", ""))
    if known.status not in ("Accepted", "Submitted", "Approved", "Rejected"):
        return refuse("This task was given back, or its time is over.")
    is_again = known.status != "Accepted"
    if not is_again:
        visit.market.submit(known.id, **visit.fields)
    return pages.show_handed_in(is_again=is_again)


def _own(market: Market, worker: str, assignment: str) -> Assignment:
    task = market.find_assignment(assignment)
    if task.worker != worker:
        raise RequestError("This task is somebody else’s.", "NotYours")
    return task
