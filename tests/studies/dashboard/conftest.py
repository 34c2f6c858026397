import pytest

from studies.models import Membership
from tests.studies.factories import make_study


@pytest.fixture
def study(db):
    return make_study(n_places=4)


@pytest.fixture
def sign_in(client, django_user_model, study):
    """A function that signs somebody in who has a role in the study."""

    def create(role, name="ada"):
        user = django_user_model.objects.create_user(name, email=f"{name}@example.org")
        Membership.objects.create(study=study, user=user, role=role)
        client.force_login(user)
        return client

    return create
