"""Arms as forms, one each."""

from typing import Any

from django import forms

from studies.dashboard.design.fields import Number, Text, Whole
from studies.labels import ARM
from studies.models import Arm
from studies.services.design.teachers import list_teachers

FROM_DECK, OWN = "deck", "own"
THETA = ("a", "b", "c")


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
        elif belief == OWN and None not in numbers:
            cleaned["theta"] = numbers
        elif belief == OWN:
            self._miss(numbers)
        return cleaned

    def _miss(self, numbers: list[float | None]) -> None:
        for name, number in zip(THETA, numbers, strict=True):
            if number is None and name not in self.errors:
                self.add_error(name, "A number is missing.")

    def take_faults(self, faults: dict[str, list[str]]) -> None:
        """Put what services say beside the fields that it is about."""
        for name, words in faults.items():
            self.add_error("belief" if name == "theta" else name, words)
