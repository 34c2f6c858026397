"""What recruiters are told, as fields of a form: adapters say what there is to tell."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from studies.dashboard.design.fields import Text
from studies.recruitment import NAMEABLE, RECRUITERS
from studies.recruitment.options import Option

_OPTIONS = {
    (recruiter, option.name): option
    for recruiter in NAMEABLE
    for option in RECRUITERS[recruiter].options
}


def _name(recruiter: str, option: str) -> str:
    return f"option_{recruiter}_{option}"


# The names of the fields, by whom they are for.
GROUPS = {
    recruiter: [
        _name(recruiter, option.name) for option in RECRUITERS[recruiter].options
    ]
    for recruiter in NAMEABLE
    if RECRUITERS[recruiter].options
}


def make() -> dict[str, forms.Field]:
    """A field for each option."""
    return {_name(*key): _field(option) for key, option in _OPTIONS.items()}


def read(said: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What a study says now, by the names of the fields."""
    return {
        _name(recruiter, name): said.get(recruiter, {}).get(name, "")
        for recruiter, name in _OPTIONS
    }


def gather(sent: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What the fields say, as a study keeps it: nothing is not kept."""
    gathered: dict[str, dict[str, Any]] = {}
    for recruiter, name in _OPTIONS:
        if value := sent[_name(recruiter, name)]:
            gathered.setdefault(recruiter, {})[name] = value
    return gathered


def _field(option: Option) -> forms.Field:
    about: dict[str, Any] = {
        "label": option.label,
        "help_text": option.help,
        "required": False,
    }
    if option.is_switch:
        return forms.BooleanField(**about)
    if option.choices:
        return forms.ChoiceField(choices=[("", "none yet"), *option.choices], **about)

    def check(value: str) -> None:
        if fault := option.find_fault(value):
            raise ValidationError(fault)

    return Text(longest=option.longest, validators=[check], **about)
