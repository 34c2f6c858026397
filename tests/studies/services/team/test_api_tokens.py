from datetime import timedelta

import pytest

from studies.errors import InvalidError, NotFoundError
from studies.models import ApiToken
from studies.services.team import api_tokens
from studies.services.team.accounts import close_account, reopen_account
from studies.services.team.api_tokens import (
    find_token_user,
    make_api_token,
    revoke_api_token,
)
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_user("ada")


@pytest.fixture
def token(ada):
    return make_api_token(user=ada, name="nightly", lasts=A_DAY, now=NOON)


def test_a_token_acts_for_whoever_made_it(ada, token):
    assert find_token_user(token, now=NOON) == ada
    assert token not in str(ApiToken.objects.values().get())


def test_it_ends_on_its_day(token):
    assert find_token_user(token, now=NOON + A_DAY) is None


def test_a_revoked_one_opens_nothing(ada, token):
    assert revoke_api_token(user=ada, token_id=ApiToken.objects.get().pk) == "nightly"

    assert find_token_user(token, now=NOON) is None


def test_nobody_revokes_the_token_of_somebody_else(token, django_user_model):
    eve = django_user_model.objects.create_user("eve")

    with pytest.raises(NotFoundError):
        revoke_api_token(user=eve, token_id=ApiToken.objects.get().pk)


def test_tokens_end_with_the_account_and_do_not_come_back(ada, token):
    close_account(account_id=ada.pk, closed_by=None)
    assert find_token_user(token, now=NOON) is None

    reopen_account(account_id=ada.pk)
    assert find_token_user(token, now=NOON) is None


def test_the_last_use_is_told_to_the_minute(token, django_assert_num_queries):
    find_token_user(token, now=NOON)
    with django_assert_num_queries(1):
        find_token_user(token, now=NOON + timedelta(seconds=59))
    assert ApiToken.objects.get().last_used_at == NOON

    later = NOON + timedelta(seconds=61)
    find_token_user(token, now=later)
    assert ApiToken.objects.get().last_used_at == later


def test_names_are_unique_and_tokens_not_endless(ada, token, monkeypatch):
    with pytest.raises(InvalidError, match="of this name"):
        make_api_token(user=ada, name="nightly", now=NOON)

    monkeypatch.setattr(api_tokens, "MOST_TOKENS", 1)
    with pytest.raises(InvalidError, match="revoke one first"):
        make_api_token(user=ada, name="weekly", now=NOON)
