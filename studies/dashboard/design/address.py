"""The address of a draft, in a form of its own: the page moves with it."""

from typing import Any

from django import forms

from studies.dashboard.design.fields import Text
from studies.labels import DESIGN
from studies.models import Study


class AddressForm(forms.Form):
    """The last part of the address that participants come by."""

    slug = Text(
        label=DESIGN["slug"],
        help_text="Participants see it. It can be another until the study opens, also "
        "as a pilot.",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, study: Study, data: Any = None) -> None:
        super().__init__(
            data, initial={"slug": study.slug}, auto_id="id_%s", label_suffix=""
        )

    def wanted(self) -> str:
        """What was sent, also where it is nothing."""
        self.is_valid()
        return str(self.cleaned_data.get("slug", ""))
