"""Tokens of programs, made by somebody who sends the form many times at once."""

from studies.services.team.api_tokens import MOST_TOKENS, make_api_token
from tests.concurrency.test_races import at_once
from tests.studies.factories import NOON


def test_twenty_forms_at_once_do_not_make_more_tokens_than_one_may_have(
    django_user_model,
):
    ada = django_user_model.objects.create_user("ada")
    for i in range(MOST_TOKENS - 1):
        make_api_token(user=ada, name=f"old {i}", now=NOON)

    results = at_once(
        [lambda i=i: make_api_token(user=ada, name=f"{i}", now=NOON) for i in range(20)]
    )

    assert results.count("invalid") == 19
    assert ada.api_tokens.count() == MOST_TOKENS
