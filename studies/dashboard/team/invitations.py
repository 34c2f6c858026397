"""Inviting people into a team, and coming by an invitation."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from studies.dashboard.accounts.sign_in import PASSWORD_BACKEND
from studies.dashboard.links import whole_address
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.team.forms import InvitationForm, NewMemberForm
from studies.dashboard.team.members import list_abilities
from studies.errors import InvalidError, NotFoundError
from studies.models import Invitation
from studies.models.team import Role
from studies.services.mail import is_mail_configured
from studies.services.team.invitations import (
    MemberAlreadyError,
    accept_invitation,
    invite,
    join_with_new_account,
    mail_invitation,
    read_invitation,
    revoke_invitation,
)
from studies.services.team.rights import RIGHTS, Right, StudyAccess


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.MANAGE_TEAM)
def invite_member(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Makes a link, which is shown in the answer and never again."""
    form = InvitationForm(request.POST or None, sends_mail=is_mail_configured())
    if request.method == "POST" and form.is_valid():
        return _show_link(request, access, form)
    context = {"form": form, "roles": list(Role), "abilities": list_abilities()}
    status = 400 if form.errors else 200
    template = "dashboard/team/invite.html"
    return show_study(request, access, Tab.TEAM, template, context, status=status)


def _show_link(
    request: HttpRequest, access: StudyAccess, form: InvitationForm
) -> HttpResponse:
    invitation, token = invite(
        study=access.study, who=access.who, now=timezone.now(), **form.cleaned_data
    )
    link = whole_address(request, "dashboard:invitation", token)
    is_sent = mail_invitation(invitation, link=link)
    context = {
        "invitation": invitation,
        "link": link,
        "is_sent": is_sent,
        "has_failed": bool(invitation.email) and is_mail_configured() and not is_sent,
    }
    return show_study(request, access, Tab.TEAM, "dashboard/team/link.html", context)


@require_POST
@study_page(Right.MANAGE_TEAM)
def revoke(
    request: HttpRequest, access: StudyAccess, invitation_id: int
) -> HttpResponse:
    revoke_invitation(
        study=access.study,
        invitation_id=invitation_id,
        who=access.who,
        now=timezone.now(),
    )
    messages.success(request, "The link lets nobody in any longer.")
    return redirect("dashboard:team", access.study.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def accept(request: HttpRequest, secret: str) -> HttpResponse:
    """Whoever is signed in joins; others make an account first."""
    try:
        invitation = read_invitation(secret, now=timezone.now())
        if isinstance(request.user, User):
            return _join(request, invitation, request.user, secret)
        return _join_newly(request, invitation, secret)
    except NotFoundError:
        return render(request, "dashboard/team/invalid.html", status=404)


def _join(
    request: HttpRequest, invitation: Invitation, user: User, secret: str
) -> HttpResponse:
    if request.method != "POST":
        return _show_invitation(request, invitation)
    try:
        accept_invitation(token=secret, user=user, now=timezone.now())
    except MemberAlreadyError as error:
        messages.info(request, error.message)
    else:
        messages.success(request, f"You joined as {invitation.role}.")
    return redirect("dashboard:home")


def _join_newly(
    request: HttpRequest, invitation: Invitation, secret: str
) -> HttpResponse:
    form = NewMemberForm(request.POST or None, initial={"email": invitation.email})
    if request.method != "POST" or not form.is_valid():
        return _show_invitation(request, invitation, form)
    data = form.cleaned_data
    try:
        user = join_with_new_account(
            token=secret,
            username=data["username"],
            name=data["name"],
            email=data["email"],
            password=data["password1"],
            now=timezone.now(),
        )
    except InvalidError as error:
        form.add_error("username", error.message)
        return _show_invitation(request, invitation, form)
    login(request, user, backend=PASSWORD_BACKEND)
    messages.success(request, f"Welcome. You joined as {invitation.role}.")
    return redirect("dashboard:home")


def _show_invitation(
    request: HttpRequest, invitation: Invitation, form: NewMemberForm | None = None
) -> HttpResponse:
    allowed = RIGHTS[Role(invitation.role)]
    context = {
        "invitation": invitation,
        "form": form,
        "rights": [right.words for right in Right if right in allowed],
    }
    status = 400 if form and form.errors else 200
    return render(request, "dashboard/team/invitation.html", context, status=status)
