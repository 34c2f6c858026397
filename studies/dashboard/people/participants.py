"""Participants: who needs a decision?"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.people.forms import FindForm
from studies.errors import InvalidError, NotFoundError
from studies.models.study import Purpose
from studies.services.monitoring.crowds import chosen_purpose, list_crowds
from studies.services.people.flags import Flag
from studies.services.people.listing import (
    ORDERS,
    Wish,
    find_by_identity,
    list_participants,
)
from studies.services.people.looks import hides_outcomes
from studies.services.team.rights import Right, StudyAccess

PER_PAGE = 50
LONGEST_SEARCH = 40
_COLUMNS = {
    "participant": "Participant",
    "phase": "Phase",
    "arm": "Arm",
    "minutes": "Minutes",
    "flags": "Flags",
    "code": "Code",
    "notes": "Notes",
    "began": "Began (UTC)",
}
_RIGHTS = {"arm": Right.SEE_DESIGN, "code": Right.PAY}
_NUMBERS = ("minutes", "notes")


@dataclass(frozen=True)
class Column:
    """A heading that sorts the list."""

    label: str
    query: str
    is_number: bool
    sorted: str


@require_safe
@study_page(Right.SEE_PARTICIPANTS)
def show_participants(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Everybody of a purpose, with what makes them worth a look."""
    return _show(request, access, FindForm())


@require_POST
@study_page(Right.SEE_IDENTITIES)
def find_participant(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Somebody by a recruiter's id or a code; in no address, and logged."""
    access.require(Right.SEE_PARTICIPANTS)
    form = FindForm(request.POST)
    if form.is_valid():
        try:
            session = find_by_identity(
                access.study,
                form.cleaned_data["name"],
                who=access.who,
                now=timezone.now(),
            )
        except (NotFoundError, InvalidError) as error:
            form.add_error("name", error.message)
        else:
            messages.info(request, "Found. That you looked is in the log.")
            address = "dashboard:participant"
            return redirect(address, access.study.slug, session.participant.pseudonym)
    return _show(request, access, form)


def _show(request: HttpRequest, access: StudyAccess, form: FindForm) -> HttpResponse:
    wish = _read_wish(request, access)
    rows = list_participants(access.study, wish, with_codes=access.allows(Right.PAY))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "wish": wish,
        "page": page,
        "columns": _columns(access, wish),
        "shows_arms": _sees(access, "arm", wish.purpose),
        "crowds": list_crowds(access.study, chosen=wish.purpose),
        "flags": list(Flag),
        "kept": _query(wish),
        "find_form": form,
        "longest_search": LONGEST_SEARCH,
    }
    template, status = "dashboard/participants/list.html", 400 if form.errors else 200
    return show_study(
        request, access, Tab.PARTICIPANTS, template, context, status=status
    )


def _read_wish(request: HttpRequest, access: StudyAccess) -> Wish:
    asked = request.GET
    order = asked.get("sort", "").removeprefix("-")
    purpose = chosen_purpose(access.study, asked.get("people", ""))
    may_sort = order in ORDERS and _sees(access, order, purpose)
    flag = asked.get("flag", "")
    return Wish(
        purpose=purpose,
        search=asked.get("search", "")[:LONGEST_SEARCH],
        flag=flag if flag in list(Flag) else "",
        order=order if may_sort else "began",
        is_reversed=may_sort and asked.get("sort", "").startswith("-"),
    )


def _sees(access: StudyAccess, column: str, purpose: Purpose) -> bool:
    """Whether the role may see a column, and it is not hidden from everybody yet."""
    if column == "arm" and hides_outcomes(access.study, purpose):
        return False
    return access.allows(_RIGHTS.get(column, Right.SEE_PARTICIPANTS))


def _columns(access: StudyAccess, wish: Wish) -> list[Column]:
    """What may be seen, each with the way to sort by it."""
    seen = [name for name in _COLUMNS if _sees(access, name, wish.purpose)]
    return [
        Column(
            label=_COLUMNS[name],
            query=_query(wish, sort=_next_order(name, wish)),
            is_number=name in _NUMBERS,
            sorted=_sorted(name, wish),
        )
        for name in seen
    ]


def _sorted(name: str, wish: Wish) -> str:
    if name != wish.order:
        return ""
    return "descending" if wish.is_reversed else "ascending"


def _next_order(name: str, wish: Wish) -> str:
    return f"-{name}" if _sorted(name, wish) == "ascending" else name


def _query(wish: Wish, **changes: Any) -> str:
    """The list as it is wished, with ``changes``, as the query of an address."""
    parts = {
        "people": wish.purpose,
        "search": wish.search,
        "flag": wish.flag,
        "sort": f"-{wish.order}" if wish.is_reversed else wish.order,
        **changes,
    }
    return urlencode({name: part for name, part in parts.items() if part})
