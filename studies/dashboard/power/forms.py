"""What is assumed, as sliders, and the number that is taken."""

from typing import Any

from django import forms

from studies.models import Study
from studies.services.planning.costs import SizeOffer
from studies.services.planning.meanings import Assumptions, explain

LABELS = {
    "multiplier": "How well people remember",
    "spread_people": "How much people differ",
    "spread_words": "How much words differ",
    "known": "How much is known before",
}
RANGES = {
    "multiplier": (0.3, 1.2, 0.05),
    "spread_people": (0.0, 1.2, 0.1),
    "spread_words": (0.0, 1.2, 0.1),
    "known": (0.0, 0.6, 0.05),
}


class Slider(forms.NumberInput):
    """A number that is pulled."""

    input_type = "range"


def _slider(name: str) -> forms.FloatField:
    least, most, step = RANGES[name]
    return forms.FloatField(
        label=LABELS[name],
        min_value=least,
        max_value=most,
        initial=getattr(Assumptions(), name),
        required=False,
        widget=Slider(attrs={"step": step, "aria-describedby": f"{name}-means"}),
    )


class AssumptionsForm(forms.Form):
    """One slider per assumption; what is not said, or nonsense, is as usual."""

    multiplier = _slider("multiplier")
    spread_people = _slider("spread_people")
    spread_words = _slider("spread_words")
    known = _slider("known")

    @classmethod
    def of(cls, sent: Any) -> "AssumptionsForm":
        """With the usual values in the place of those that were not sent."""
        usual = vars(Assumptions())
        form = cls({name: sent.get(name, value) for name, value in usual.items()})
        form.full_clean()
        return form

    @property
    def assumptions(self) -> Assumptions:
        said = {
            name: round(value, 3)
            for name, value in self.cleaned_data.items()
            if value is not None
        }
        return Assumptions(**said)

    @property
    def rows(self) -> list[tuple[forms.BoundField, str]]:
        """Every slider with what its value means."""
        words = explain(self.assumptions)
        shown = AssumptionsForm(initial=vars(self.assumptions))
        return [(shown[name], words[name]) for name in self.fields]


class TakeForm(forms.Form):
    """How many participants per arm the design shall have."""

    size = forms.TypedChoiceField(label="Participants per arm", coerce=int)

    def __init__(self, offers: list[SizeOffer], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["size"]
        field.choices = [(offer.size, offer.words) for offer in offers]


def may_take(study: Study) -> bool:
    """Whether the design can still take a number."""
    return study.state in ("draft", "pilot")
