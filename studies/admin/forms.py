"""What researchers write by hand, checked before it is kept."""

import json
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.fields import InvalidJSONInput

from studies.labels import label_of
from studies.models import StudyChange
from studies.services.allocation import lock_study
from studies.services.design.amending import find_amendment_faults, find_amendments
from studies.services.design.fields import (
    CHECKS,
    NumberCheck,
    find_faults,
    find_place_faults,
    unify_lines,
)
from studies.services.session.submission import is_storable

# The classes take a type only in the eyes of the type checker.
if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
    InlineFormSet = forms.BaseInlineFormSet[Any, Any, Any]
else:
    ModelForm = forms.ModelForm
    InlineFormSet = forms.BaseInlineFormSet


def _is_writable(value: Any) -> bool:
    """Whether a page can show it: half of a character has no place in one."""
    return is_storable(json.dumps(value, ensure_ascii=False))


class JsonField(forms.JSONField):
    """Django's, which breaks on what Python cannot read, and on half characters."""

    def to_python(self, value: Any) -> Any:
        try:
            read = super().to_python(value)
            is_writable = _is_writable(read)
        except (ValueError, RecursionError) as error:
            raise ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from error
        if not is_writable:
            raise ValidationError(
                "There is half of a character in it, such as \\ud800."
            )
        return read

    def bound_data(self, data: Any, initial: Any) -> Any:
        try:
            read = super().bound_data(data, initial)
            return read if _is_writable(read) else InvalidJSONInput(data)
        except (ValueError, RecursionError):
            return InvalidJSONInput(data)


class LinesField(forms.CharField):
    """A text with the line ends that are stored, so that sent as it was, it is."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return unify_lines(text) if text else text


class DesignForm(ModelForm):
    """Refuses what no study could run with, field by field, in the page's words."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            field.label = label_of(name)
            check = CHECKS.get(name)
            if isinstance(check, NumberCheck):
                refusals = ("invalid", "min_value", "max_value", "required")
                field.error_messages |= dict.fromkeys(refusals, check.words)

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for name in ("strata", "consent_parts", "exclusion_rules", "options"):
            # Nothing written is none of them.
            if self.cleaned_data.get(name, {}) is None:
                self.cleaned_data[name] = {}
        for name, faults in find_faults(self.cleaned_data).items():
            self.add_error(name, [ValidationError(fault) for fault in faults])
        return cleaned


class ArmFormSet(InlineFormSet):
    """The arms of a study, which have only so many places together."""

    def clean(self) -> None:
        super().clean()
        kept = (form for form in self.forms if form not in self.deleted_forms)
        numbers = (form.cleaned_data.get("n_places") or 0 for form in kept)
        for fault in find_place_faults(numbers):
            raise ValidationError(fault)


class StudyForm(DesignForm):
    """A draft, or amendments of a study that has opened."""

    reason = forms.CharField(
        required=False,
        max_length=StudyChange._meta.get_field("reason").max_length,
        help_text="Why these words are changed, for the log of changes.",
    )

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if not self.instance.is_draft:
            self._check_amendments()
        return cleaned

    def _check_amendments(self) -> None:
        # Locked till the request ends: what is checked here is what is kept.
        study = lock_study(self.instance)
        after = find_amendments(study, self.cleaned_data)
        for name, faults in find_amendment_faults(study, after).items():
            if not self.has_error(name):
                self.add_error(name, [ValidationError(fault) for fault in faults])
