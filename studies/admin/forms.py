"""What researchers write by hand, checked before it is kept."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.fields import InvalidJSONInput

from studies.services.design.fields import find_faults

# The class takes a type only in the eyes of the type checker.
if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
else:
    ModelForm = forms.ModelForm


class JsonField(forms.JSONField):
    """Django's, which breaks on numbers and nestings that Python cannot read."""

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (ValueError, RecursionError) as error:
            raise ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        try:
            return super().bound_data(data, initial)
        except (ValueError, RecursionError):
            return InvalidJSONInput(data)


class DesignForm(ModelForm):
    """Refuses what no study could run with, field by field."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.cleaned_data.get("strata", {}) is None:
            # Nothing written is no strata.
            self.cleaned_data["strata"] = {}
        for name, faults in find_faults(self.cleaned_data).items():
            self.add_error(name, [ValidationError(fault) for fault in faults])
        return cleaned
