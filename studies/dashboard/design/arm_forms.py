"""Arms as forms, one each."""

from typing import Any

from django import forms

from studies.dashboard.design.fields import Number, Text, Whole
from studies.labels import ARM
from studies.models import Arm
from studies.services.design.fields import LARGEST_THETA, NumberCheck
from studies.services.design.teachers import list_teachers

FROM_DECK, OWN = "deck", "own"
THETA = ("a", "b", "c")
_IN_BOUNDS = NumberCheck(-LARGEST_THETA, LARGEST_THETA)


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
        menu: Any = self.fields["teacher"]
        menu.choices = [
            (each.code, f"{each.name} ({each.code}): {each.sentence}")
            for each in list_teachers()
        ]
        for name, field in self.fields.items():
            key = f"id_{self.prefix}-{name}"
            field.widget.attrs["aria-describedby"] = f"{key}_error {key}_note"

    def theta_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in THETA]

    def values(self) -> dict[str, Any]:
        """What the arm shall hold, of the fields without a fault."""
        self.is_valid()
        cleaned = dict(self.cleaned_data)
        numbers = [cleaned.pop(name, None) for name in THETA]
        belief = cleaned.pop("belief", None)
        if belief == FROM_DECK:
            cleaned["theta"] = None
        elif belief == OWN and self._are_numbers(numbers):
            cleaned["theta"] = numbers
        return cleaned

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
            self.add_error("belief" if name == "theta" else name, words)
