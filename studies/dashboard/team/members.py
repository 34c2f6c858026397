"""Team and log: who may do what, who did what?"""

from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.listing import Heading, Listing, list_rows
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.team.forms import RoleForm
from studies.errors import InvalidError, StudyError
from studies.models import Invitation
from studies.models.team import Action, Role
from studies.services.mail import describe_mail
from studies.services.team.log import LogWish, read_log
from studies.services.team.members import (
    Member,
    change_role,
    find_member,
    list_members,
    remove_member,
)
from studies.services.team.rights import RIGHTS, Right, StudyAccess

LONGEST_SEARCH = 100
OLDEST = "oldest"
_MEMBERS = {
    "who": Heading[Member]("Who", lambda member: member.username.casefold()),
    "role": Heading[Member]("Role", lambda member: list(Role).index(member.role)),
}
_INVITATIONS = {
    "role": Heading[Invitation]("Role", attrgetter("role")),
    "for": Heading[Invitation]("For", attrgetter("email")),
    "by": Heading[Invitation]("Invited by", attrgetter("invited_by")),
    "made": Heading[Invitation]("Made (UTC)", attrgetter("created_at")),
    "until": Heading[Invitation]("Works until (UTC)", attrgetter("expires_at")),
}


@require_safe
@study_page(Right.SEE_LOG)
def show_team(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Members, open invitations, what roles may do, and the log."""
    wish = _read_wish(request)
    context = {
        "members": _list_members(request, access),
        "roles": list(Role),
        "abilities": list_abilities(),
        "wish": wish,
        "page": read_log(access.study, wish, page=request.GET.get("page", 1)),
        "kept": _query(wish),
        "actions": Action.choices,
        "longest_search": LONGEST_SEARCH,
        "mail": describe_mail(),
        **_invitations(request, access),
    }
    return show_study(request, access, Tab.TEAM, "dashboard/team/page.html", context)


def _list_members(request: HttpRequest, access: StudyAccess) -> Listing[Member]:
    return list_rows(
        request,
        list_members(access.study),
        _MEMBERS,
        name="members",
        label="Name or role",
        words=attrgetter("username", "name", "role"),
        usual="role",
    )


def _invitations(request: HttpRequest, access: StudyAccess) -> dict[str, Any]:
    if not access.allows(Right.MANAGE_TEAM):
        return {}
    listing = list_rows(
        request,
        access.study.invitations.open_at(timezone.now()),
        _INVITATIONS,
        name="invitations",
        label="E-mail, role or inviter",
        words=attrgetter("email", "role", "invited_by"),
    )
    return {"invitations": listing}


@require_POST
@study_page(Right.MANAGE_TEAM)
def set_role(request: HttpRequest, access: StudyAccess, member_id: int) -> HttpResponse:
    form = RoleForm(request.POST)
    member = find_member(access.study, member_id)
    if not form.is_valid():
        return _refuse(request, access, InvalidError("Choose one of the roles."))
    role = form.cleaned_data["role"]
    try:
        change_role(
            study=access.study,
            member_id=member.pk,
            role=role,
            who=access.who,
            now=timezone.now(),
        )
    except StudyError as error:
        return _refuse(request, access, error)
    messages.success(request, f"{member.user.username} is {role} now.")
    return _back(access, changed=member.user.username)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.MANAGE_TEAM)
def remove(request: HttpRequest, access: StudyAccess, member_id: int) -> HttpResponse:
    """Asks once more, then takes somebody out of the team."""
    member = find_member(access.study, member_id)
    if request.method != "POST":
        context = {"member": member}
        template = "dashboard/team/remove.html"
        return show_study(request, access, Tab.TEAM, template, context)
    try:
        name = remove_member(
            study=access.study, member_id=member_id, who=access.who, now=timezone.now()
        )
    except StudyError as error:
        return _refuse(request, access, error)
    messages.success(request, f"{name} is not in the team any longer.")
    return _back(access, changed=name)


def _refuse(
    request: HttpRequest, access: StudyAccess, error: StudyError
) -> HttpResponse:
    messages.error(request, error.message)
    return redirect("dashboard:team", access.study.slug)


def _back(access: StudyAccess, *, changed: str) -> HttpResponse:
    """To the team, or home for whoever changed what they may do themselves."""
    if changed == access.who:
        return redirect("dashboard:home")
    return redirect("dashboard:team", access.study.slug)


def list_abilities() -> list[tuple[str, list[bool]]]:
    """Each right in words, and for each role whether it has it."""
    return [(right.words, [right in RIGHTS[role] for role in Role]) for right in Right]


def _read_wish(request: HttpRequest) -> LogWish:
    asked = request.GET
    action = asked.get("action", "")
    return LogWish(
        search=asked.get("search", "")[:LONGEST_SEARCH],
        action=action if action in Action.values else "",
        oldest_first=asked.get("sort") == OLDEST,
    )


def _query(wish: LogWish) -> str:
    parts = {
        "search": wish.search,
        "action": wish.action,
        "sort": OLDEST if wish.oldest_first else "",
    }
    return urlencode({name: part for name, part in parts.items() if part})
