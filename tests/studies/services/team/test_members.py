import pytest

from studies.errors import NotFoundError
from studies.models import AuditEntry
from studies.models.team import Role
from studies.services.team.invitations import invite, read_invitation
from studies.services.team.members import (
    LastOwnerError,
    change_role,
    list_members,
    remove_member,
)
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, make_study


def said():
    return [tell_action(entry) for entry in AuditEntry.objects.order_by("pk")]


def change(member, role, *, study=None):
    return change_role(
        study=study or member.study,
        member_id=member.pk,
        role=role,
        who="ada",
        now=NOON,
    )


def test_owners_stand_first_then_names(join):
    for name, role in (("eve", "viewer"), ("Dan", "owner"), ("bob", "viewer")):
        member = join(name, role)

    names = [one.username for one in list_members(member.study)]

    assert names == ["Dan", "bob", "eve"]


def test_a_role_is_changed_and_logged(owner, join):
    bob = join("bob")

    change(bob, Role.ANALYST)

    bob.refresh_from_db()
    assert bob.role == Role.ANALYST
    assert said() == ["made bob analyst instead of editor"]


def test_the_same_role_again_is_not_logged(owner, join):
    change(join("bob"), Role.EDITOR)

    assert said() == []


@pytest.mark.parametrize("is_removed", [True, False])
def test_the_last_owner_stays_owner(owner, join, is_removed):
    join("bob")
    work, more = (
        (remove_member, {}) if is_removed else (change_role, {"role": Role.EDITOR})
    )

    with pytest.raises(LastOwnerError):
        work(study=owner.study, member_id=owner.pk, who="ada", now=NOON, **more)

    owner.refresh_from_db()
    assert owner.role == Role.OWNER
    assert said() == []


def test_an_owner_who_cannot_sign_in_does_not_count(owner, join):
    join("bob", Role.OWNER, is_active=False)

    with pytest.raises(LastOwnerError):
        change(owner, Role.EDITOR)


def test_one_of_two_owners_may_go(owner, join):
    join("bob", Role.OWNER)

    remove_member(study=owner.study, member_id=owner.pk, who="ada", now=NOON)

    assert [one.username for one in list_members(owner.study)] == ["bob"]
    assert said() == ["removed ada from the team"]


def test_members_of_other_teams_are_out_of_reach(owner, join):
    other = make_study(slug="other", deck_version=owner.study.deck_version)

    with pytest.raises(NotFoundError):
        change(owner, Role.VIEWER, study=other)


@pytest.mark.parametrize("is_removed", [True, False])
def test_no_link_of_their_own_leads_somebody_back(owner, join, is_removed):
    bob = join("bob", "owner")
    _, token = invite(study=bob.study, role=Role.OWNER, who="bob", now=NOON)

    if is_removed:
        remove_member(study=bob.study, member_id=bob.pk, who="ada", now=NOON)
    else:
        change(bob, Role.VIEWER)

    with pytest.raises(NotFoundError):
        read_invitation(token, now=NOON)
