import pytest

from studies.models import Membership
from studies.models.team import Role


@pytest.fixture
def join(study, django_user_model):
    """A function that puts somebody new into the team of the study."""

    def create(name, role=Role.EDITOR, **options):
        user = django_user_model.objects.create_user(name, **options)
        return Membership.objects.create(study=study, user=user, role=role)

    return create


@pytest.fixture
def owner(join):
    return join("ada", Role.OWNER)
