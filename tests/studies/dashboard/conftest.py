from copy import deepcopy

import pytest

from studies.models import Membership
from tests.studies.factories import make_study
from tests.studies.sharing import shared_rows


@pytest.fixture(scope="module")
def shared_study(django_db_setup, django_db_blocker):
    """Of all tests of a module; one that makes another of this name goes before."""
    with shared_rows(django_db_blocker, "study"):
        yield make_study(n_places=4)


@pytest.fixture
def study(db, shared_study):
    return deepcopy(shared_study)


@pytest.fixture
def sign_in(client, django_user_model, study):
    """A function that signs somebody in who has a role in the study."""

    def create(role, name="ada"):
        user = django_user_model.objects.create_user(name, email=f"{name}@example.org")
        Membership.objects.create(study=study, user=user, role=role)
        client.force_login(user)
        return client

    return create
