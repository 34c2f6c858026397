"""The sections of a design as forms, in a researcher's order."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from django import forms

from studies.dashboard.design.fields import (
    Percent,
    Text,
    Whole,
)
from studies.labels import DESIGN, SAMPLING_NAMES
from studies.models import Study
from studies.models.study import PrimaryOutcome, PrimaryTest, Sampling
from studies.services.decks.content import content_of
from studies.services.design.exclusions import RULES
from studies.services.drafting.deck_choices import DeckChoice


class SectionForm(forms.Form):
    """Some fields of a study. ``values`` are those that were understood."""

    key: ClassVar[str]
    heading: ClassVar[str]
    lead: ClassVar[str] = ""

    def __init__(self, study: Study, data: Any = None) -> None:
        self.study = study
        super().__init__(
            data, initial=self.initial_of(study), auto_id="id_%s", label_suffix=""
        )
        self.adapt(study)
        for name, field in self.fields.items():
            _describe(field, f"id_{name}")

    def initial_of(self, study: Study) -> dict[str, Any]:
        return {name: getattr(study, name, None) for name in self.base_fields}

    def adapt(self, study: Study) -> None:
        """Fields that depend on the study."""

    def values(self) -> dict[str, Any]:
        """What the study shall hold, of the fields without a fault."""
        self.is_valid()
        return dict(self.cleaned_data)

    def some(self, names: Iterable[str]) -> Iterator[forms.BoundField]:
        return (self[name] for name in names)

    def take_faults(self, faults: dict[str, list[str]]) -> None:
        """Put what services say beside the fields that it is about."""
        for name, words in faults.items():
            self.add_error(name if name in self.fields else None, words)


def _describe(field: forms.Field, key: str) -> None:
    """Screen readers read help and faults, also those that come later."""
    described = f"{key}_error {key}_note"
    if field.help_text:
        described = f"{key}_helptext {described}"
    field.widget.attrs["aria-describedby"] = described


class QuestionSection(SectionForm):
    key = "question"
    heading = "The question"
    lead = "What you want to find out. This is fixed when the study opens."

    title = Text(
        longest=200, help_text="Participants read it as the title of their pages."
    )
    internal_title = Text(
        label=DESIGN["internal_title"],
        longest=200,
        required=False,
        help_text="What your team calls it. Participants never read it.",
    )
    hypothesis = Text(
        rows=3, required=False, help_text="What you expect, in a sentence or two."
    )
    primary_outcome = forms.ChoiceField(
        label=DESIGN["primary_outcome"],
        choices=PrimaryOutcome.choices,
        help_text="What the arms are compared on, one number per participant.",
    )
    primary_test = forms.ChoiceField(
        label=DESIGN["primary_test"],
        choices=PrimaryTest.choices,
        help_text="Both are shown; the criterion is judged by the one chosen here.",
    )
    reference_arm = forms.ChoiceField(
        label=DESIGN["reference_arm"],
        required=False,
        help_text="The arm that all others are compared with.",
    )
    stopping_rule = Text(
        label=DESIGN["stopping_rule"],
        rows=2,
        required=False,
        help_text="When you stop to recruit, such as: when every place is completed.",
    )
    n_planned_looks = forms.TypedChoiceField(
        label=DESIGN["n_planned_looks"],
        coerce=int,
        choices=[(0, "none"), (1, "one"), (2, "two"), (3, "three")],
        help_text="Each spends a part of the 5 %. Others make p not confirmatory.",
    )
    equivalence_margin = Percent(
        label=DESIGN["equivalence_margin"],
        required=False,
        help_text="Only if you want to show that arms are equivalent.",
    )
    preregistration_url = Text(
        label=DESIGN["preregistration_url"],
        longest=500,
        required=False,
        help_text="The address, once there is one. It can be added later.",
    )

    MAIN = (
        *("title", "internal_title", "hypothesis"),
        *("primary_outcome", "primary_test", "reference_arm"),
    )

    def adapt(self, study: Study) -> None:
        names = [arm.name for arm in study.arms.all()]
        chosen = self.fields["reference_arm"]
        chosen.choices = [("", "none yet"), *((name, name) for name in names)]  # type: ignore[attr-defined]
        for rule in RULES.values():
            self.fields[f"rule_{rule.name}"] = _rule_field(rule, study)

    def main_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.MAIN)

    def rule_fields(self) -> Iterator[forms.BoundField]:
        return self.some(f"rule_{name}" for name in RULES)

    def values(self) -> dict[str, Any]:
        cleaned = super().values()
        chosen = {name: cleaned.pop(f"rule_{name}", None) for name in RULES}
        broken = [name for name in RULES if f"rule_{name}" in self.errors]
        kept = {name: self.study.exclusion_rules.get(name) for name in broken}
        rules = {**chosen, **kept}
        cleaned["exclusion_rules"] = {
            name: 0 if n is True else n
            for name, n in rules.items()
            if n is not None and n is not False
        }
        return cleaned


def _rule_field(rule: Any, study: Study) -> forms.Field:
    threshold = study.exclusion_rules.get(rule.name)
    if rule.is_single:
        return forms.BooleanField(
            label=f"whoever {rule.words}",
            required=False,
            initial=threshold is not None,
        )
    return Whole(
        label=f"more than so many {rule.words}",
        required=False,
        initial=threshold,
        min_value=0,
    )


class DeckSection(SectionForm):
    key = "deck"
    heading = "Deck"
    lead = "What is taught, and how much of it."

    deck_version_id = forms.TypedChoiceField(
        label=DESIGN["deck_version"], coerce=int, widget=forms.RadioSelect
    )
    n_concepts = Whole(
        label=DESIGN["n_concepts"],
        help_text="How many of the deck each participant learns.",
    )
    sampling = forms.ChoiceField(
        label=DESIGN["sampling"],
        choices=list(SAMPLING_NAMES.items()),
        widget=forms.RadioSelect,
    )

    def initial_of(self, study: Study) -> dict[str, Any]:
        levels = content_of(study.deck_version).n_of_level
        strata = {
            f"stratum_{index}": study.strata.get(level, 0)
            for index, level in enumerate(levels)
        }
        return {**super().initial_of(study), **strata}

    def adapt(self, study: Study) -> None:
        self.levels = list(content_of(study.deck_version).n_of_level.items())
        for index, (level, n_there) in enumerate(self.levels):
            self.fields[f"stratum_{index}"] = Whole(
                label=level.capitalize(),
                required=False,
                min_value=0,
                help_text=f"of {n_there}",
            )
        if not self.levels:
            self.fields["sampling"].choices = [  # type: ignore[attr-defined]
                (Sampling.SIMPLE, SAMPLING_NAMES[Sampling.SIMPLE])
            ]

    def offer(self, decks: list[DeckChoice]) -> None:
        """The decks that may be chosen."""
        self.decks = decks
        chosen: Any = self.fields["deck_version_id"]
        chosen.choices = [(deck.version.pk, str(deck.version)) for deck in decks]

    def stratum_fields(self) -> Iterator[forms.BoundField]:
        return self.some(f"stratum_{index}" for index in range(len(self.levels)))

    def values(self) -> dict[str, Any]:
        cleaned = super().values()
        names = {f"stratum_{i}": level for i, (level, _) in enumerate(self.levels)}
        wanted = {name: cleaned.pop(name, None) for name in names}
        is_stratified = cleaned.get("sampling") == Sampling.STRATIFIED
        if is_stratified and not any(name in self.errors for name in names):
            cleaned["strata"] = {names[n]: count or 0 for n, count in wanted.items()}
        return cleaned
