"""Fields of the Design page speak in the unit that is typed."""

import pytest
from django.forms import ValidationError

from studies.dashboard.design.fields import Percent


@pytest.mark.parametrize("typed", ["500", "0.05", "-5"])
def test_a_percent_that_cannot_be_is_refused_in_percent(typed):
    with pytest.raises(ValidationError, match=r"from 0\.1 to 100"):
        Percent(required=False).clean(typed)


@pytest.mark.parametrize(("typed", "share"), [("5", 0.05), ("", None)])
def test_a_percent_is_stored_as_a_share(typed, share):
    assert Percent(required=False).clean(typed) == share
