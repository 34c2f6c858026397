"""Participants: who needs a decision?"""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.people.forms import FindForm
from studies.dashboard.sorting import Column, Order, write_query
from studies.errors import InvalidError, NotFoundError
from studies.models.study import Purpose
from studies.services.blinding import hides_outcomes
from studies.services.monitoring.crowds import chosen_purpose, list_crowds
from studies.services.people.flags import Flag, explain_flags
from studies.services.people.listing import (
    ORDERS,
    Wish,
    find_by_identity,
    list_participants,
)
from studies.services.team.rights import Right, StudyAccess

PER_PAGE = 50
LONGEST_SEARCH = 40
_COLUMNS = {
    "participant": "Participant",
    "phase": "Phase",
    "arm": "Arm",
    "recruiter": "Came by",
    "minutes": "Minutes",
    "flags": "Flags",
    "code": "Code and pay",
    "notes": "Notes",
    "began": "Began (UTC)",
}
_RIGHTS = {"arm": Right.SEE_DESIGN, "code": Right.PAY}
_NUMBERS = ("minutes", "notes")


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
        "flag_notes": explain_flags(flag for row in page for flag in row.flags),
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
    purpose = chosen_purpose(access.study, asked.get("purpose", ""))
    seen = [name for name in ORDERS if _sees(access, name, purpose)]
    order = Order.read(asked.get("sort", ""), among=seen, usual="began")
    flag = asked.get("flag", "")
    return Wish(
        purpose=purpose,
        search=asked.get("search", "")[:LONGEST_SEARCH],
        flag=flag if flag in list(Flag) else "",
        order=order.name,
        is_reversed=order.is_reversed,
    )


def _sees(access: StudyAccess, column: str, purpose: Purpose) -> bool:
    """Whether the role may see a column, and it is not hidden from everybody yet."""
    if column == "arm" and hides_outcomes(access.study, purpose):
        return False
    return access.allows(_RIGHTS.get(column, Right.SEE_PARTICIPANTS))


def _columns(access: StudyAccess, wish: Wish) -> list[Column]:
    """What may be seen, each with the way to sort by it."""
    order = Order(wish.order, wish.is_reversed)
    return [
        order.column(
            name,
            label,
            query=lambda sort: _query(wish, sort=sort),
            is_number=name in _NUMBERS,
        )
        for name, label in _COLUMNS.items()
        if _sees(access, name, wish.purpose)
    ]


def _query(wish: Wish, **changes: Any) -> str:
    """The list as it is wished, with ``changes``, as the query of an address."""
    return write_query(
        {
            "purpose": wish.purpose,
            "search": wish.search,
            "flag": wish.flag,
            "sort": Order(wish.order, wish.is_reversed),
            **changes,
        }
    )
