"""Who is in a team: changing what they may do, and removing them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from studies.errors import NotFoundError, StudyError
from studies.models import Membership, Study
from studies.models.team import Action, Role
from studies.services.allocation import lock_study
from studies.services.team.audit import record_action

_ORDER = {role: place for place, role in enumerate(Role)}


class LastOwnerError(StudyError):
    code = "last_owner"
    default_message = "A study needs an owner: make somebody else one first."


@dataclass(frozen=True)
class Member:
    """Somebody in a team, as its page shows them."""

    key: int
    username: str
    name: str
    role: Role
    is_closed: bool


def list_members(study: Study) -> list[Member]:
    """Owners first, then by name."""
    rows = study.members.select_related("user")
    members = [
        Member(
            key=row.pk,
            username=row.user.get_username(),
            name=row.user.get_full_name(),
            role=Role(row.role),
            is_closed=not row.user.is_active,
        )
        for row in rows
    ]
    return sorted(members, key=lambda one: (_ORDER[one.role], one.username.lower()))


def list_owner_addresses(study: Study) -> list[str]:
    """Where the owners of a study get mail, as far as they said."""
    owners = study.members.filter(role=Role.OWNER, user__is_active=True)
    known = owners.exclude(user__email="").order_by("pk")
    return list(known.values_list("user__email", flat=True))


@transaction.atomic
def change_role(
    *, study: Study, member_id: int, role: Role, who: str, now: datetime
) -> Membership:
    """Let a member do what ``role`` may; nothing is logged if they could already."""
    member = _lock_member(study, member_id)
    before = Role(member.role)
    if before == role:
        return member
    member.role = role
    member.save(update_fields=["role"])
    _require_owner(study)
    name = member.user.get_username()
    _revoke_invitations(study, name, now=now)
    record_action(
        study,
        Action.ROLE_CHANGED,
        who=who,
        now=now,
        member=name,
        before=before,
        after=role,
    )
    return member


@transaction.atomic
def remove_member(*, study: Study, member_id: int, who: str, now: datetime) -> str:
    """Take somebody out of the team; returns their name."""
    member = _lock_member(study, member_id)
    name = member.user.get_username()
    member.delete()
    _require_owner(study)
    _revoke_invitations(study, name, now=now)
    record_action(study, Action.LEFT_TEAM, who=who, now=now, member=name)
    return name


def _revoke_invitations(study: Study, name: str, *, now: datetime) -> None:
    """Nobody comes back, or keeps what they were, by a link of their own."""
    study.invitations.open_at(now).filter(invited_by=name).update(revoked_at=now)


def find_member(study: Study, member_id: int) -> Membership:
    """A member of this team, not of another."""
    found = study.members.select_related("user").filter(pk=member_id).first()
    if found is None:
        raise NotFoundError
    return found


def _lock_member(study: Study, member_id: int) -> Membership:
    # Two owners who remove each other at the same time come one after the other.
    lock_study(study)
    return find_member(study, member_id)


def _require_owner(study: Study) -> None:
    """Undo it all if nobody were left who can sign in and manage the study."""
    owners = study.members.filter(role=Role.OWNER, user__is_active=True)
    if not owners.exists():
        raise LastOwnerError
