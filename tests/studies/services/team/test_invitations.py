from datetime import timedelta

import pytest

from studies.errors import InvalidError, NotFoundError
from studies.models import AuditEntry, Invitation, Membership
from studies.models.team import Role
from studies.services.team.invitations import (
    MemberAlreadyError,
    accept_invitation,
    invite,
    join_with_new_account,
    mail_invitation,
    revoke_invitation,
)
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON

A_WEEK = timedelta(days=7)


@pytest.fixture
def bob(django_user_model):
    return django_user_model.objects.create_user("bob")


@pytest.fixture
def invited(study):
    return invite(study=study, role=Role.ANALYST, who="ada", now=NOON, lasts=A_WEEK)


def new_account(token, **changes):
    about = {"username": "eve", "name": "Eve", "email": "eve@example.org"}
    about |= {"password": "a long secret", **changes}
    return join_with_new_account(token=token, now=NOON, **about)


def test_whoever_accepts_is_in_the_team_and_in_the_log(invited, bob):
    _, token = invited

    accept_invitation(token=token, user=bob, now=NOON)

    assert Membership.objects.get(user=bob).role == Role.ANALYST
    told = [(one.who, tell_action(one)) for one in AuditEntry.objects.order_by("pk")]
    assert told == [
        ("ada", "invited somebody as analyst"),
        ("bob", "joined the team as analyst, invited by ada"),
    ]


def test_the_mail_names_the_study_as_the_team_does(study, mailoutbox, settings):
    settings.EMAIL_HOST = "mail.example.org"
    study.internal_title = "Wave 3"
    study.save()
    email = {"email": "bob@example.org"}
    invitation, _ = invite(
        study=study, role=Role.ANALYST, who="ada", now=NOON, lasts=A_WEEK, **email
    )

    mail_invitation(invitation, link="https://a.example/")

    (mail,) = mailoutbox
    assert mail.subject == "Invitation to Wave 3"
    assert "“Wave 3”" in mail.body


def test_the_secret_is_not_stored(invited):
    invitation, token = invited

    stored = Invitation.objects.filter(pk=invitation.pk).values().get()
    assert token not in str(stored)


def test_a_link_works_once(invited, bob, django_user_model):
    _, token = invited
    accept_invitation(token=token, user=bob, now=NOON)

    with pytest.raises(NotFoundError):
        accept_invitation(
            token=token, user=django_user_model.objects.create_user("eve"), now=NOON
        )


@pytest.mark.parametrize(("days", "works"), [(6.9, True), (7, False)])
def test_a_link_works_until_its_time_is_over(invited, bob, days, works):
    now = NOON + timedelta(days=days)
    if works:
        accept_invitation(token=invited[1], user=bob, now=now)
    else:
        with pytest.raises(NotFoundError):
            accept_invitation(token=invited[1], user=bob, now=now)

    assert Membership.objects.exists() == works


def test_a_revoked_link_lets_nobody_in(invited, bob):
    invitation, token = invited
    where = {"study": invitation.study, "invitation_id": invitation.pk}
    revoke_invitation(**where, who="ada", now=NOON)

    with pytest.raises(NotFoundError):
        accept_invitation(token=token, user=bob, now=NOON)
    with pytest.raises(NotFoundError):
        revoke_invitation(**where, who="ada", now=NOON)


def test_a_member_does_not_use_a_link_up(invited, bob):
    invitation, token = invited
    Membership.objects.create(study=invitation.study, user=bob, role=Role.OWNER)

    with pytest.raises(MemberAlreadyError):
        accept_invitation(token=token, user=bob, now=NOON)

    assert Invitation.objects.open_at(NOON).exists()
    assert Membership.objects.get().role == Role.OWNER


def test_a_new_account_joins_with_its_password(invited):
    user = new_account(invited[1])

    assert user.check_password("a long secret")
    assert not user.is_staff
    assert user.memberships.get().role == Role.ANALYST


def test_without_a_valid_link_no_account_is_made(invited, django_user_model):
    with pytest.raises(NotFoundError):
        new_account("nonsense")

    assert not django_user_model.objects.exists()


def test_a_taken_name_leaves_the_link_for_another_try(invited, bob):
    with pytest.raises(InvalidError, match="taken"):
        new_account(invited[1], username="BOB")

    new_account(invited[1])


def test_a_mail_brings_the_link(study, settings, mailoutbox):
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "smtp", "studies@example.org"
    study.title = "Two\nlines"
    invitation, _ = invite(
        study=study, role=Role.VIEWER, who="ada", now=NOON, email="bob@example.org"
    )

    assert mail_invitation(invitation, link="https://x/y")

    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["bob@example.org"], "Invitation to Two lines")
    assert "https://x/y" in mail.body
    assert "as viewer" in mail.body


def test_without_a_mail_server_nothing_is_sent(study, mailoutbox):
    invitation, _ = invite(
        study=study, role=Role.VIEWER, who="ada", now=NOON, email="bob@example.org"
    )

    assert not mail_invitation(invitation, link="https://x/y")
    assert mailoutbox == []


def test_a_mail_server_that_fails_is_told(study, settings, monkeypatch):
    def refuse(*_):
        raise ConnectionRefusedError

    settings.EMAIL_HOST = "smtp"
    monkeypatch.setattr("studies.services.mail.send_mail", refuse)
    invitation, _ = invite(
        study=study, role=Role.VIEWER, who="ada", now=NOON, email="bob@example.org"
    )

    assert not mail_invitation(invitation, link="https://x/y")
