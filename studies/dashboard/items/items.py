"""Items: how did each card do?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from studies.dashboard.items.forms import RegradeForm, name_of
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.sorting import Column, Order, write_query
from studies.dashboard.tables import download_table
from studies.models import Regrading
from studies.models.job import JobKind, JobState
from studies.models.session import CARD_PHASES, Phase
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.analysis.disputes import Disputed
from studies.services.analysis.items import Item, read_items
from studies.services.analysis.regrading import covers, list_regradings
from studies.services.blinding import hides_outcomes, locks_results
from studies.services.jobs.starting import is_nobody_there, list_jobs
from studies.services.monitoring.crowds import chosen_purpose, list_crowds, people_of
from studies.services.people.measures import find_excluded
from studies.services.team.audit import record_action
from studies.services.team.rights import Right, StudyAccess

PER_PAGE = 50
LONGEST_SEARCH = 60
MOST_DISPUTED = 60
TEMPLATE = "dashboard/items/page.html"
_KEYS: dict[str, Callable[[Item], Any]] = {
    "number": lambda item: item.content.number,
    "concept": lambda item: item.content.correct_answer.casefold(),
    "level": lambda item: item.content.level,
    "people": lambda item: item.n_people,
    "before": lambda item: item.before,
    "after": lambda item: item.after,
    "gain": lambda item: item.gain,
    "showings": lambda item: item.showings,
    "seconds": lambda item: item.seconds,
    "disputed": lambda item: item.n_disputing,
}
_LABELS = {
    "number": "Card",
    "concept": "Concept",
    "level": "Level",
    "people": "People",
    "before": "Right before",
    "after": "Right after",
    "gain": "Gain",
    "showings": "Showings",
    "seconds": "Seconds",
    "disputed": "Often typed, judged wrong",
}
LOCKED = ("after", "gain")
_WORDS = ("concept", "level", "disputed")


@dataclass(frozen=True)
class View:
    """What somebody wants to see of the cards, and what they may see yet."""

    purpose: Purpose
    search: str
    order: Order
    regrading: Regrading | None
    is_locked: bool

    def query(self, **changes: Any) -> str:
        parts = {
            "purpose": self.purpose,
            "search": self.search,
            "verdicts": self.regrading.pk if self.regrading else "",
            "sort": self.order,
        }
        return write_query({**parts, **changes})


@dataclass(frozen=True)
class RegradingRow:
    """A second set of verdicts, and what it changed for the people looked at."""

    regrading: Regrading
    changes: list[tuple[str, dict[str, int] | None]]
    is_chosen: bool
    query: str


@require_safe
@study_page(Right.SEE_RESULTS)
def show_items(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Every card over everybody; what tells the result only when that is open."""
    return show_page(request, access)


def show_page(
    request: HttpRequest, access: StudyAccess, form: RegradeForm | None = None
) -> HttpResponse:
    """The page; with the form of a regrading that was not right, if there is one."""
    regradings = list_regradings(access.study)
    view = _read_view(request, access, regradings)
    everything = _read(access, view)
    page = Paginator(_chosen(everything, view), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "view": view,
        "page": page,
        "n_items": len(everything),
        "are_all_excluded": not everything and _are_all_excluded(access, view),
        "columns": _columns(view),
        "digits": max((item.n_digits for item in page), default=0),
        "disputed": _offered(everything),
        "form": form or RegradeForm(initial=_usual_rule(access)),
        "ticked": request.POST.getlist("accepted"),
        "regradings": [
            _row(each, view) for each in regradings if covers(each, view.purpose)
        ],
        "phases": _phases(view),
        "crowds": list_crowds(access.study, chosen=view.purpose),
        "kept": view.query(),
        "longest_search": LONGEST_SEARCH,
        **latest_job(access),
    }
    status = 400 if form and form.errors else 200
    return show_study(request, access, Tab.ITEMS, TEMPLATE, context, status=status)


@require_GET
@study_page(Right.SEE_RESULTS)
def download_items(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The whole table as CSV, with what the page may show."""
    access.require(Right.EXPORT)
    view = _read_view(request, access, list_regradings(access.study))
    names = [name for name in _KEYS if not (view.is_locked and name in LOCKED)]
    names = [name for name in names if name != "disputed"]
    headings = [*names, "prompt", "n_before", "n_pairs", "disputed"]
    cells = (
        [
            *(_cell(name, item) for name in names),
            item.content.prompt,
            item.n_before,
            item.n_pairs,
            "; ".join(f"{each.text} ({each.n_people})" for each in item.disputed),
        ]
        for item in _chosen(_read(access, view), view)
    )
    return download_table(access, "items", headings, cells)


def _cell(name: str, item: Item) -> Any:
    return item.content.correct_answer if name == "concept" else _KEYS[name](item)


def read_disputed(access: StudyAccess, request: HttpRequest) -> list[Disputed]:
    """What the page offered to accept."""
    view = _read_view(request, access, list_regradings(access.study))
    return [each for _, each, _ in _offered(_read(access, view))]


def latest_job(access: StudyAccess) -> dict[str, Any]:
    """The regrading that is under way, or that did not succeed."""
    for job in list_jobs(access.study, JobKind.REGRADING, n_latest=1):
        if job.is_under_way or job.state == JobState.FAILED:
            is_alone = is_nobody_there(job, now=timezone.now())
            return {"job": job, "is_nobody_there": is_alone}
    return {"job": None}


def _read(access: StudyAccess, view: View) -> list[Item]:
    """The cards. Whoever sees results of a running study is in its log."""
    study, purpose = access.study, view.purpose
    if hides_outcomes(study, purpose) and not view.is_locked:
        record_action(
            study, Action.RESULTS_SEEN, who=access.who, now=timezone.now(), page="items"
        )
    people = people_of(study, purpose)
    return read_items(people, is_locked=view.is_locked, regrading=view.regrading)


def _are_all_excluded(access: StudyAccess, view: View) -> bool:
    """Whether cards were answered, and only by people who do not count."""
    people = people_of(access.study, view.purpose)
    answered = people.filter(responses__outcome__isnull=False)
    keys = set(answered.values_list("pk", flat=True))
    return bool(keys) and keys <= find_excluded(people)


def _read_view(
    request: HttpRequest, access: StudyAccess, regradings: Sequence[Regrading]
) -> View:
    asked = request.GET
    purpose = chosen_purpose(access.study, asked.get("purpose", ""))
    is_locked = locks_results(access.study, purpose)
    seen = [name for name in _KEYS if not (is_locked and name in LOCKED)]
    chosen = {str(each.pk): each for each in regradings if covers(each, purpose)}
    return View(
        purpose=purpose,
        search=asked.get("search", "")[:LONGEST_SEARCH],
        order=Order.read(asked.get("sort", ""), among=seen, usual="number"),
        regrading=chosen.get(asked.get("verdicts", "")),
        is_locked=is_locked,
    )


def _chosen(items: Sequence[Item], view: View) -> list[Item]:
    search, key = view.search.strip().casefold(), _KEYS[view.order.name]
    found = [item for item in items if search in _text(item)]
    known = [item for item in found if key(item) is not None]
    unknown = [item for item in found if key(item) is None]
    return [*sorted(known, key=key, reverse=view.order.is_reversed), *unknown]


def _text(item: Item) -> str:
    content = item.content
    return f"{content.prompt} {content.correct_answer} {content.level}".casefold()


def _columns(view: View) -> list[Column]:
    return [
        view.order.column(
            name,
            label,
            query=lambda sort: view.query(sort=sort),
            is_number=name not in _WORDS,
        )
        for name, label in _LABELS.items()
        if not (view.is_locked and name in LOCKED)
    ]


def _offered(items: Sequence[Item]) -> list[tuple[Item, Disputed, str]]:
    """The disputed texts that most people typed, each with the name of its box."""
    disputed = [(item, each, name_of(each)) for item in items for each in item.disputed]
    disputed.sort(key=lambda row: (-row[1].n_people, row[0].content.number))
    return disputed[:MOST_DISPUTED]


def _usual_rule(access: StudyAccess) -> dict[str, str]:
    version = access.study.deck_version
    return {"level": version.grading_level, "article_rule": version.article_rule}


def _phases(view: View) -> list[Phase]:
    return [p for p in CARD_PHASES if not (view.is_locked and p == Phase.POSTQUIZ)]


def _row(regrading: Regrading, view: View) -> RegradingRow:
    changes = regrading.changes.get(view.purpose, {})
    is_chosen = view.regrading is not None and regrading.pk == view.regrading.pk
    return RegradingRow(
        regrading=regrading,
        changes=[(phase.value, changes.get(phase)) for phase in _phases(view)],
        is_chosen=is_chosen,
        query=view.query(verdicts="" if is_chosen else regrading.pk),
    )
