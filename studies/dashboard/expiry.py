"""For how long a secret shall work: a choice, not a number."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms

A_DAY, A_WEEK, A_MONTH, A_QUARTER, A_YEAR = 1, 7, 30, 90, 365
FOR_EVER = ""
_WORDS = {
    A_DAY: "one day",
    A_WEEK: "one week",
    A_MONTH: "30 days",
    A_QUARTER: "90 days",
    A_YEAR: "one year",
}


class ExpiryField(forms.TypedChoiceField):
    """A time span, or nothing for ever."""

    def __init__(self, days: Sequence[int], **options: Any) -> None:
        choices = [(str(number), _WORDS[number]) for number in days]
        super().__init__(
            choices=[*choices, (FOR_EVER, "until it is revoked")],
            coerce=lambda text: timedelta(days=int(text)),
            empty_value=None,
            required=False,
            **options,
        )
