"""What may still be changed of a design that is frozen."""

from typing import Any

from django import forms
from django.forms.models import fields_for_model

from studies.dashboard.design.fields import Text, Whole
from studies.models import Study, StudyChange
from studies.services.design.amending import AMENDABLE

LONGEST_REASON = StudyChange._meta.get_field("reason").max_length
_ORDER = (
    *("title", "about_text", "organiser", "contact", "ethics_number", "pay_text"),
    *("partial_pay_text", "debrief_text", "completion_url", "preregistration_url"),
    *("consent_version", "consent_language", "consent_text"),
)


class AmendForm(forms.Form):
    """The words of a study, and why they change."""

    reason = Text(
        label="Why",
        longest=LONGEST_REASON,
        required=False,
        help_text="For the log of changes.",
    )

    def __init__(self, study: Study, data: Any = None) -> None:
        names = [name for name in _ORDER if name in AMENDABLE]
        names += sorted(AMENDABLE - set(names))
        initial = {name: getattr(study, name) for name in names}
        super().__init__(data, initial=initial, auto_id="id_amend_%s", label_suffix="")
        reason = self.fields.pop("reason")
        self.fields |= fields_for_model(Study, fields=names)
        self.fields["reason"] = reason

    def changes(self) -> dict[str, str]:
        """The words as they shall be."""
        self.is_valid()
        return {name: v for name, v in self.cleaned_data.items() if name != "reason"}


class PlacesForm(forms.Form):
    """More places for every arm."""

    n_more = Whole(
        label="More places in each arm",
        min_value=1,
        help_text="Arms of unequal size grow in proportion.",
    )
    reason = Text(
        label="Why",
        longest=LONGEST_REASON,
        required=False,
        help_text="For the log of changes.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="id_places_%s", label_suffix="")
