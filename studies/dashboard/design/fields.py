"""Fields of the Design page: what is typed stays as it was typed."""

from decimal import Decimal
from typing import Any

from django import forms

from studies.services.design.fields import unify_lines

MINUTE = 60
HOUR = 3600
SMALLEST_PERCENT = 0.1


class Text(forms.CharField):
    """A line, or with ``rows`` a text of several."""

    def __init__(self, *, rows: int = 0, longest: int | None = None, **options: Any):
        if rows:
            options["widget"] = forms.Textarea(attrs={"rows": rows})
        super().__init__(max_length=longest, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return unify_lines(text) if text else text


def _as_typed(mode: str) -> forms.TextInput:
    """Browsers send nothing for half a number; a text comes back as it was."""
    return forms.TextInput(attrs={"inputmode": mode, "class": "short"})


class Whole(forms.IntegerField):
    def __init__(self, **options: Any) -> None:
        super().__init__(widget=_as_typed("numeric"), **options)
        self.error_messages["min_value"] = (
            "This must be a whole number of %(limit_value)s or more."
        )


def _with_point(value: Any) -> Any:
    return value.replace(",", ".", 1) if isinstance(value, str) else value


class _DecimalComma:
    """Half of Europe writes 2,50: it is read, and shown back as 2.50."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(_with_point(value))  # type: ignore[misc]

    def bound_data(self, data: Any, initial: Any) -> Any:
        return _with_point(super().bound_data(data, initial))  # type: ignore[misc]


class Number(_DecimalComma, forms.FloatField):
    def __init__(self, **options: Any) -> None:
        super().__init__(widget=_as_typed("decimal"), **options)

    def prepare_value(self, value: Any) -> Any:
        return f"{value:g}" if isinstance(value, float) else value


class Money(_DecimalComma, forms.DecimalField):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            widget=_as_typed("decimal"), max_digits=8, decimal_places=2, **options
        )

    def prepare_value(self, value: Any) -> Any:
        return f"{value:.2f}" if isinstance(value, Decimal) else value


class Fee(Money):
    """What is taken on top, in percent."""

    def prepare_value(self, value: Any) -> Any:
        return f"{value.normalize():f}" if isinstance(value, Decimal) else value


class Percent(Number):
    """A share, asked for in percent."""

    def __init__(self, *, lowest: float = SMALLEST_PERCENT, **options: Any) -> None:
        self.lowest = lowest
        super().__init__(**options)

    def prepare_value(self, value: Any) -> Any:
        return f"{100 * value:g}" if isinstance(value, int | float) else value

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        if number is None:
            return None
        if not self.lowest <= number <= 100:
            raise forms.ValidationError(
                f"Enter a number from {self.lowest:g} to 100, or nothing."
            )
        return number / 100


class Span(Number):
    """Seconds, asked for in a longer unit."""

    def __init__(self, *, unit: int, **options: Any) -> None:
        self.unit = unit
        super().__init__(**options)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int | float):
            return f"{value / self.unit:g}"
        return value

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return None if number is None else number * self.unit
