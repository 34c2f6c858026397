"""Arms as forms, one each."""

from dataclasses import dataclass
from typing import Any

from django import forms

from studies.dashboard.design.fields import Number, Percent, Text, Whole
from studies.labels import ARM
from studies.models import Arm
from studies.services.design.fields import LARGEST_THETA, NumberCheck
from studies.services.design.teachers import (
    TeacherChoice,
    TeacherOption,
    list_teachers,
)

FROM_DECK, OWN = "deck", "own"
THETA = ("a", "b", "c")
TAUGHT = list_teachers()
_IN_BOUNDS = NumberCheck(-LARGEST_THETA, LARGEST_THETA)


@dataclass(frozen=True)
class OptionGroup:
    """What one teacher can be told."""

    teacher: TeacherChoice
    fields: list[forms.BoundField]


class ArmForm(forms.Form):
    """Who teaches an arm, what they believe of memory, and how many they teach."""

    name = Text(longest=50)
    teacher = forms.ChoiceField()
    n_places = Whole(label=ARM["n_places"], help_text="How many people it teaches.")
    belief = forms.ChoiceField(
        label=ARM["theta"],
        choices=[(FROM_DECK, "as the deck says"), (OWN, "three numbers")],
    )
    a = Number(label="a", required=False, help_text="a right answer")
    b = Number(label="b", required=False, help_text="a wrong answer")
    c = Number(label="c", required=False, help_text="the concept itself")

    def __init__(self, arm: Arm, data: Any = None) -> None:
        self.arm = arm
        theta = dict(zip(THETA, arm.theta or (6.0, 2.0, 0.0), strict=False))
        initial = {
            "name": arm.name,
            "teacher": arm.teacher,
            "n_places": arm.n_places,
            "belief": FROM_DECK if arm.theta is None else OWN,
            **theta,
        }
        super().__init__(data, initial=initial, prefix=f"arm-{arm.pk}", label_suffix="")
        self._ask_options(arm)
        menu: Any = self.fields["teacher"]
        menu.choices = [
            (each.code, f"{each.name} ({each.code}): {each.sentence}")
            for each in TAUGHT
        ]
        for name, field in self.fields.items():
            key = f"id_{self.prefix}-{name}"
            field.widget.attrs["aria-describedby"] = f"{key}_error {key}_note"

    def _ask_options(self, arm: Arm) -> None:
        """A field for each option of each teacher; the chosen one's are shown."""
        self._told = [(each.code, option) for each in TAUGHT for option in each.options]
        for code, option in self._told:
            told = arm.options if arm.teacher == code else {}
            self.fields[f"{code}-{option.name}"] = _option_field(
                option, told.get(option.name, option.default)
            )

    def option_groups(self) -> list[OptionGroup]:
        """The fields of each teacher that can be told something."""
        return [
            OptionGroup(each, [self[f"{each.code}-{o.name}"] for o in each.options])
            for each in TAUGHT
            if each.options
        ]

    def theta_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in THETA]

    def values(self) -> dict[str, Any]:
        """What the arm shall hold, of the fields without a fault."""
        self.is_valid()
        cleaned = dict(self.cleaned_data)
        numbers = [cleaned.pop(name, None) for name in THETA]
        belief = cleaned.pop("belief", None)
        told = {key: cleaned.pop(key, None) for key in self._option_names()}
        if "teacher" in cleaned and not self.errors.keys() & told.keys():
            cleaned["options"] = self._options(cleaned["teacher"], told)
        if belief == FROM_DECK:
            cleaned["theta"] = None
        elif belief == OWN and self._are_numbers(numbers):
            cleaned["theta"] = numbers
        return cleaned

    def _option_names(self) -> list[str]:
        return [f"{code}-{option.name}" for code, option in self._told]

    def _options(self, teacher: str, told: dict[str, Any]) -> dict[str, Any]:
        """What the chosen teacher is told; an empty field leaves it as usual."""
        chosen = {
            option.name: (told[f"{code}-{option.name}"], option.default)
            for code, option in self._told
            if code == teacher
        }
        return {
            name: usual if said is None else said
            for name, (said, usual) in chosen.items()
        }

    def _are_numbers(self, numbers: list[float | None]) -> bool:
        """Whether all three are there and can be reckoned with; told beside each."""
        for name, number in zip(THETA, numbers, strict=True):
            missing = ["A number is missing."] if number is None else None
            if name not in self.errors:
                for words in missing or _IN_BOUNDS(number):
                    self.add_error(name, words)
        return not self.errors.keys() & set(THETA)

    def take_faults(self, faults: dict[str, list[str]]) -> None:
        """Put what services say beside the fields that it is about."""
        for name, words in faults.items():
            place = {"theta": "belief", "options": "teacher"}.get(name, name)
            self.add_error(place, words)


def _option_field(option: TeacherOption, value: Any) -> forms.Field:
    said: dict[str, Any] = {
        "label": option.label,
        "help_text": option.help_text,
        "required": False,
        "initial": value,
    }
    if option.is_share:
        return Percent(lowest=0, **said)
    lowest, highest = int(option.lowest), int(option.highest)
    return Whole(min_value=lowest, max_value=highest, **said)
