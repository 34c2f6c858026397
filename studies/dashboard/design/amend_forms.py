"""What may still be changed of a design that is frozen."""

from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from itertools import chain
from typing import Any

from django import forms

from studies.dashboard.design.conduct import RecruitingSection
from studies.dashboard.design.fields import Text, Whole
from studies.dashboard.design.sections import QuestionSection
from studies.dashboard.design.texts import TextsSection, consent_part_fields
from studies.models import Study, StudyChange
from studies.services.design.amending import AMENDABLE, Words
from studies.services.enrolment.consent import CONSENT_PARTS

LONGEST_REASON = StudyChange._meta.get_field("reason").max_length
_PARTS = "consent_parts"
_ORDER = (
    *("title", "internal_title", "about_text", "organiser", "contact"),
    *("ethics_number", "pay_text", "partial_pay_text", "debrief_text"),
    *("left_debrief_text", "completion_url", "preregistration_url"),
    *("consent_version", "consent_language", "consent_text"),
)


class AmendForm(forms.Form):
    """The words of a study as the Design page asks for them, and why they change."""

    reason = Text(
        label="Why",
        longest=LONGEST_REASON,
        required=False,
        help_text="For the log of changes.",
    )

    def __init__(self, study: Study, data: Any = None) -> None:
        initial = {name: getattr(study, name) for name in _ORDER}
        initial |= {_part(name): text for name, text in study.consent_parts.items()}
        super().__init__(data, initial=initial, auto_id="id_amend_%s", label_suffix="")
        reason = self.fields.pop("reason")
        self.fields |= dict(_fields())
        self._fit(study)
        self.fields["reason"] = reason

    def _fit(self, study: Study) -> None:
        """What this page needs otherwise: there is no draft, and no number above."""
        contact, pay = self.fields["contact"], self.fields["pay_text"]
        contact.required = bool(study.contact)
        contact.error_messages["required"] = "A study needs this."
        pay.help_text = f"Such as: 4 dollars.{_if_empty(study, study.pay_amount)}"
        part = self.fields["partial_pay_text"]
        empty = _if_empty(study, study.partial_pay_amount)
        part.help_text = f"Such as: 1 dollar.{empty}"

    def changes(self) -> dict[str, Words]:
        """The words as they shall be."""
        self.is_valid()
        cleaned = dict(self.cleaned_data)
        cleaned.pop("reason", None)
        parts = {each.name: cleaned.pop(_part(each.name), "") for each in CONSENT_PARTS}
        return {**cleaned, _PARTS: parts}

    def take_faults(self, faults: dict[str, list[str]]) -> None:
        """Put what services say beside the fields; of the parts, beside the first."""
        for name, words in faults.items():
            first = _part(CONSENT_PARTS[0].name)
            self.add_error(first if name == _PARTS else name, words)


def _if_empty(study: Study, amount: Decimal | None) -> str:
    return f" Empty: the amount, {amount} {study.currency}." if amount else ""


def _part(name: str) -> str:
    return f"part_{name}"


def _fields() -> Iterator[tuple[str, forms.Field]]:
    known: dict[str, forms.Field] = {}
    for section in (QuestionSection, TextsSection, RecruitingSection):
        known |= section.base_fields
    named = ((name, deepcopy(known[name])) for name in _ORDER if name in AMENDABLE)
    return chain(named, consent_part_fields())


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
