"""Data quality: whom can I trust?"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST, require_safe

from studies.dashboard.figure_files import offer_file
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.people.forms import LONGEST_REASON, ReasonForm
from studies.dashboard.people.histograms import draw_histogram, figure_of
from studies.dashboard.sorting import Column, Order, write_query
from studies.dashboard.tables import download_table
from studies.errors import NotFoundError, StudyError
from studies.models import Study
from studies.models.study import Purpose
from studies.services.monitoring.crowds import chosen_purpose, list_crowds, people_of
from studies.services.people.decisions import decide_exclusion
from studies.services.people.dossier import find_participant
from studies.services.people.quality import (
    GAUGES,
    Gauge,
    QualityRow,
    asks_about_help,
    count_rules,
    gauge_people,
    read_quality,
)
from studies.services.results.downloads import CONTENT_TYPES, write_as
from studies.services.team.rights import Right, StudyAccess

PER_PAGE = 50
LONGEST_SEARCH = 40


@dataclass(frozen=True)
class Choice:
    """Some of the people, in words."""

    name: str
    words: str
    fits: Callable[[QualityRow], bool]


def _beyond(gauge: Gauge) -> Choice:
    words = f"beyond: {gauge.label.lower()}"
    return Choice(gauge.name, words, lambda row: gauge.name in row.beyond)


CHOICES = {
    choice.name: choice
    for choice in (
        Choice("concerns", "beyond any threshold", lambda row: bool(row.n_concerns)),
        Choice("rules", "beyond an exclusion rule", lambda row: bool(row.broken_rules)),
        *map(_beyond, GAUGES),
        Choice("help", "had help", lambda row: row.measures.has_had_help),
        Choice(
            "arrivals",
            "arrivals to look into",
            lambda row: bool(row.measures.n_unproven or row.n_shared),
        ),
        Choice("excluded", "excluded", lambda row: row.measures.is_excluded),
        Choice("kept", "not excluded", lambda row: not row.measures.is_excluded),
    )
}
_KEYS: dict[str, Callable[[QualityRow], Any]] = {
    "participant": lambda row: row.pseudonym,
    **{gauge.name: gauge.value for gauge in GAUGES},
    "help": lambda row: row.honesty,
    "device": lambda row: row.device,
    "unproven": lambda row: row.measures.n_unproven,
    "shared": lambda row: row.n_shared,
    "concerns": lambda row: row.n_concerns,
}
_LABELS = {
    "participant": "Participant",
    "concerns": "Concerns",
    **{gauge.name: gauge.label for gauge in GAUGES},
    "help": "Had help",
    "device": "Device",
    "unproven": "Without proof",
    "shared": "Shared task",
}
_WORDS = ("participant", "help", "device")


@dataclass(frozen=True)
class View:
    """What somebody wants to see of the list."""

    purpose: Purpose
    search: str
    choice: str
    order: Order

    def query(self, **changes: Any) -> str:
        parts = {
            "purpose": self.purpose,
            "search": self.search,
            "only": self.choice,
            "sort": self.order,
        }
        return write_query({**parts, **changes})


@require_safe
@study_page(Right.SEE_PARTICIPANTS)
def show_quality(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """How everybody took part, and what is beyond a threshold."""
    view = _read_view(request, access)
    everybody = _read(access, view)
    rows = _chosen(everybody, view)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    gauged = gauge_people(access.study, everybody)
    context = {
        "view": view,
        "page": page,
        "n_people": len(everybody),
        "table": [(row, list(_cells(row))) for row in page],
        "columns": _columns(view),
        "choices": CHOICES.values(),
        "plots": [(each, draw_histogram(each)) for each in gauged],
        "formats": list(CONTENT_TYPES),
        "rules": count_rules(access.study, everybody),
        "n_beyond_rules": sum(bool(row.broken_rules) for row in everybody),
        "counted": _count(access.study, everybody),
        "n_erased": _count_erased(access.study, view.purpose),
        "crowds": list_crowds(access.study, chosen=view.purpose),
        "kept": view.query(),
        "longest_search": LONGEST_SEARCH,
        "longest_reason": LONGEST_REASON,
    }
    return show_study(
        request, access, Tab.QUALITY, "dashboard/quality/page.html", context
    )


@require_GET
@study_page(Right.SEE_PARTICIPANTS)
def download_quality(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The whole table as CSV, in the order and choice of the page."""
    access.require(Right.EXPORT)
    view = _read_view(request, access)
    rows = _chosen(_read(access, view), view)
    headings = [*_KEYS, "rules", "is_excluded"]
    cells = (
        [
            *(key(row) for key in _KEYS.values()),
            "; ".join(row.broken_rules),
            row.measures.is_excluded,
        ]
        for row in rows
    )
    return download_table(access, "data quality", headings, cells)


@require_safe
@study_page(Right.SEE_PARTICIPANTS)
def download_figure(
    request: HttpRequest, access: StudyAccess, gauge: str, kind: str
) -> HttpResponse:
    """How one number is spread, to print or as numbers."""
    gauged = gauge_people(access.study, _read(access, _read_view(request, access)))
    figures = {each.gauge.name: figure_of(each) for each in gauged}
    if gauge not in figures:
        raise NotFoundError
    content = write_as(figures[gauge], kind)
    return offer_file(content, name=f"{access.study.slug}-{gauge}", kind=kind)


@require_POST
@study_page(Right.DECIDE)
def exclude_here(
    request: HttpRequest, access: StudyAccess, pseudonym: str
) -> HttpResponse:
    """Exclude somebody, and back to the list as it was."""
    session = find_participant(access.study, pseudonym)
    form = ReasonForm(request.POST)
    try:
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        decide_exclusion(
            session=session,
            is_excluded=True,
            reason=reason,
            who=access.who,
            now=timezone.now(),
        )
    except StudyError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, f"{pseudonym} is excluded. It is in the log.")
    address = reverse("dashboard:quality", args=[access.study.slug])
    return redirect(f"{address}?{_read_view(request, access).query()}#people-table")


def _read(access: StudyAccess, view: View) -> list[QualityRow]:
    return read_quality(access.study, people_of(access.study, view.purpose))


def _read_view(request: HttpRequest, access: StudyAccess) -> View:
    asked = request.GET
    only = asked.get("only", "")
    return View(
        purpose=chosen_purpose(access.study, asked.get("purpose", "")),
        search=asked.get("search", "")[:LONGEST_SEARCH],
        choice=only if only in CHOICES else "",
        order=Order.read(asked.get("sort", ""), among=_KEYS, usual="-concerns"),
    )


def _chosen(rows: Sequence[QualityRow], view: View) -> list[QualityRow]:
    search, key = view.search.strip().lower(), _KEYS[view.order.name]
    found = [row for row in rows if search in row.pseudonym]
    if view.choice:
        found = [row for row in found if CHOICES[view.choice].fits(row)]
    known = [row for row in found if key(row) is not None]
    unknown = [row for row in found if key(row) is None]
    return [*sorted(known, key=key, reverse=view.order.is_reversed), *unknown]


def _columns(view: View) -> list[Column]:
    return [
        view.order.column(
            name,
            _LABELS[name],
            query=lambda sort: view.query(sort=sort),
            is_number=name not in _WORDS,
        )
        for name in _LABELS
    ]


def _cells(row: QualityRow) -> Iterator[tuple[float | None, int, bool]]:
    """Each number, how many places it is told with, and whether it is beyond."""
    for gauge in GAUGES:
        yield gauge.value(row), 2 if gauge.is_least else 0, gauge.name in row.beyond


def _count_erased(study: Study, purpose: Purpose) -> int:
    return people_of(study, purpose).filter(erased_at__isnull=False).count()


def _count(
    study: Study, rows: Sequence[QualityRow]
) -> list[tuple[str, list[tuple[str, int]]]]:
    """What has no number to draw, counted."""
    is_asked = asks_about_help(study)
    said = Counter(row.tell_help(is_in_study=is_asked) for row in rows)
    devices = Counter(row.device or "unknown" for row in rows)
    n_unproven = sum(bool(row.measures.n_unproven) for row in rows)
    n_sharing = sum(bool(row.n_shared) for row in rows)
    return [
        ("Did you have help?", said.most_common(8)),
        ("Device", devices.most_common()),
        ("Arrivals", [("without proof", n_unproven), ("shared", n_sharing)]),
    ]
