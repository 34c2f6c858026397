"""Roles, and what they allow."""

import pytest

from studies.errors import NotAllowedError, NotFoundError
from studies.models import Membership
from studies.models.team import Role
from studies.services.team.rights import RIGHTS, Right, access_to, studies_of
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return make_study()


@pytest.fixture
def member(study, django_user_model):
    """A function that gives somebody with a role in the study."""

    def create(role, name="ada"):
        user = django_user_model.objects.create_user(name)
        Membership.objects.create(study=study, user=user, role=role)
        return user

    return create


def test_a_study_does_not_exist_for_strangers(study, django_user_model):
    stranger = django_user_model.objects.create_user("mallory", is_staff=True)

    assert not studies_of(stranger).exists()
    with pytest.raises(NotFoundError):
        access_to(study.slug, user=stranger)


@pytest.mark.parametrize("role", Role)
def test_a_member_may_do_what_the_role_says(study, member, role):
    access = access_to(study.slug, user=member(role))

    allowed = {right for right in Right if access.allows(right)}
    assert allowed == RIGHTS[role]


def test_what_a_role_may_not_do_is_said_in_words(study, member):
    access = access_to(study.slug, user=member(Role.VIEWER))

    with pytest.raises(NotAllowedError, match=r"viewer, may not change the design"):
        access.require(Right.EDIT_DESIGN)


def test_an_analyst_never_sees_identities():
    assert Right.SEE_IDENTITIES not in RIGHTS[Role.ANALYST]
    assert Right.PAY not in RIGHTS[Role.ANALYST]


def test_administrators_of_the_site_own_every_study(study, admin_user):
    assert access_to(study.slug, user=admin_user).role == Role.OWNER


def test_an_account_that_was_closed_is_nobody(study, admin_user):
    admin_user.is_active = False

    assert not studies_of(admin_user).exists()
