"""Invitations: a link that lets one person into a team, once."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from studies.errors import NotFoundError, StudyError
from studies.models import Invitation, Membership, Study
from studies.models.team import Action, Role
from studies.services.mail import send_text
from studies.services.team.accounts import create_account
from studies.services.team.audit import record_action
from studies.services.tokens import digest_token


class MemberAlreadyError(StudyError):
    code = "member_already"
    default_message = "You are in this team already."


@transaction.atomic
def invite(
    *,
    study: Study,
    role: Role,
    who: str,
    now: datetime,
    email: str = "",
    lasts: timedelta | None = None,
) -> tuple[Invitation, str]:
    """A new invitation, and the secret of its link, which is not stored."""
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        study=study,
        role=role,
        email=email,
        digest=digest_token(token),
        invited_by=who,
        created_at=now,
        expires_at=now + lasts if lasts else None,
    )
    record_action(study, Action.INVITED, who=who, now=now, role=role)
    return invitation, token


def mail_invitation(invitation: Invitation, *, link: str) -> bool:
    """Send the link to whom it is meant for; says whether that worked."""
    if not invitation.email:
        return False
    title = invitation.study.name
    text = (
        f"{invitation.invited_by} invites you to the study “{title}” as "
        f"{invitation.role}.\n\n{link}\n\n"
        "The link works once. If you do not know what this is about, ignore it."
    )
    return send_text(to=invitation.email, subject=f"Invitation to {title}", text=text)


@transaction.atomic
def revoke_invitation(
    *, study: Study, invitation_id: int, who: str, now: datetime
) -> None:
    """Let nobody in by it any longer."""
    open_ones = study.invitations.open_at(now).select_for_update()
    invitation = open_ones.filter(pk=invitation_id).first()
    if invitation is None:
        raise NotFoundError
    invitation.revoked_at = now
    invitation.save(update_fields=["revoked_at"])
    record_action(
        study, Action.INVITATION_REVOKED, who=who, now=now, role=invitation.role
    )


def read_invitation(token: str, *, now: datetime) -> Invitation:
    """What ``token`` invites to; used, revoked, expired and unknown look the same."""
    open_ones = Invitation.objects.open_at(now).select_related("study")
    found = open_ones.filter(digest=digest_token(token)).first()
    if found is None:
        raise NotFoundError("This invitation is not valid any longer.")
    return found


@transaction.atomic
def accept_invitation(*, token: str, user: User, now: datetime) -> Membership:
    """Join the team; the link is used up by it."""
    invitation = read_invitation(token, now=now)
    # Whoever comes second waits here, and then finds it used.
    used = Invitation.objects.open_at(now).filter(pk=invitation.pk)
    who = user.get_username()
    if Membership.objects.filter(study=invitation.study, user=user).exists():
        raise MemberAlreadyError
    if not used.update(used_at=now, used_by=who):
        raise NotFoundError("This invitation is not valid any longer.")
    role = Role(invitation.role)
    record_action(
        invitation.study,
        Action.JOINED_TEAM,
        who=who,
        now=now,
        role=role,
        invited_by=invitation.invited_by,
    )
    return Membership.objects.create(study=invitation.study, user=user, role=role)


@transaction.atomic
def join_with_new_account(
    *, token: str, username: str, name: str, email: str, password: str, now: datetime
) -> User:
    """Make an account and join with it: both or neither."""
    user = create_account(username=username, name=name, email=email, password=password)
    accept_invitation(token=token, user=user, now=now)
    return user
