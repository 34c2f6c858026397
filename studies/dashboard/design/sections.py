"""The sections of a design as forms, in a researcher's order."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms

from studies.dashboard.design.fields import (
    HOUR,
    MINUTE,
    Money,
    Number,
    Span,
    Text,
    Whole,
)
from studies.models import Study
from studies.models.study import PrimaryOutcome, Sampling
from studies.recruitment import NAMEABLE
from studies.services.decks.content import content_of
from studies.services.design.exclusions import RULES
from studies.services.design.fields import CURRENCIES

RECRUITER_NAMES = {
    "link": "An open link, for whoever has it",
    "prolific": "Prolific",
    "mturk": "Amazon Mechanical Turk",
}


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
    hypothesis = Text(
        rows=3, required=False, help_text="What you expect, in a sentence or two."
    )
    primary_outcome = forms.ChoiceField(
        label="Primary outcome",
        choices=PrimaryOutcome.choices,
        help_text="What the arms are compared on, one number per participant.",
    )
    reference_arm = forms.ChoiceField(
        label="Reference arm",
        required=False,
        help_text="The arm that all others are compared with.",
    )
    stopping_rule = Text(
        label="Stopping rule",
        rows=2,
        required=False,
        help_text="When you stop to recruit, such as: when every place is completed.",
    )
    preregistration_url = Text(
        label="Preregistration",
        longest=500,
        required=False,
        help_text="The address, once there is one. It can be added later.",
    )

    def adapt(self, study: Study) -> None:
        names = [arm.name for arm in study.arms.all()]
        chosen = self.fields["reference_arm"]
        chosen.choices = [("", "none yet"), *((name, name) for name in names)]  # type: ignore[attr-defined]
        for rule in RULES.values():
            self.fields[f"rule_{rule.name}"] = _rule_field(rule, study)

    def rule_fields(self) -> list[forms.BoundField]:
        return [self[f"rule_{name}"] for name in RULES]

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
        label="Deck", coerce=int, widget=forms.RadioSelect
    )
    n_concepts = Whole(
        label="Concepts",
        help_text="How many of the deck each participant learns.",
    )
    sampling = forms.ChoiceField(
        label="Which ones",
        choices=[
            (Sampling.SIMPLE, "any of the deck, drawn anew for everybody"),
            (Sampling.STRATIFIED, "so many of each level"),
        ],
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
                (Sampling.SIMPLE, "any of the deck, drawn anew for everybody")
            ]

    def offer(self, keys: list[int]) -> None:
        """The decks that may be chosen."""
        chosen: Any = self.fields["deck_version_id"]
        chosen.choices = [(key, str(key)) for key in keys]

    def stratum_fields(self) -> list[forms.BoundField]:
        return [self[f"stratum_{index}"] for index in range(len(self.levels))]

    def values(self) -> dict[str, Any]:
        cleaned = super().values()
        names = {f"stratum_{i}": level for i, (level, _) in enumerate(self.levels)}
        wanted = {name: cleaned.pop(name, None) for name in names}
        is_stratified = cleaned.get("sampling") == Sampling.STRATIFIED
        if is_stratified and not any(name in self.errors for name in names):
            cleaned["strata"] = {names[n]: count or 0 for n, count in wanted.items()}
        return cleaned


class TimeSection(SectionForm):
    key = "time"
    heading = "Time"
    lead = "How many cards, and how long each of them lasts."

    horizon = Whole(
        label="Cards in the learning part",
        help_text="The first and the last part ask every concept once.",
    )
    learning_seconds = Number(
        label="Seconds to answer a card",
        required=False,
        help_text="In the learning part. Empty: as long as they like.",
    )
    review_seconds = Number(
        label="Seconds to look at the right answer",
        help_text="After each card of the learning part.",
    )
    review_only_after_errors = forms.BooleanField(
        label="Show the right answer after errors only", required=False
    )
    no_repeat = forms.BooleanField(
        label="Never show a card twice in a row", required=False
    )
    quiz_seconds = Number(
        label="Seconds to answer in the first and last part",
        required=False,
        help_text="Empty: as long as they like, as in the paper.",
    )
    postquiz_delay_seconds = Span(
        label="Minutes between learning and the last part",
        unit=MINUTE,
        help_text="0: at once.",
    )
    offers_more_time = forms.BooleanField(
        label="Participants may choose 1.5 or 2 times the time", required=False
    )
    idle_seconds = Span(
        label="Minutes without a sign of life until the place is free again",
        unit=MINUTE,
    )
    largest_gap_seconds = Span(
        label="Minutes of pause between two parts that are marked",
        unit=MINUTE,
        required=False,
        help_text="Longer pauses get a flag. Empty: no flag.",
    )
    finish_seconds = Span(
        label="Hours that people inside may go on after you close the study",
        unit=HOUR,
    )
    grace_seconds = Number(
        label="Seconds of grace for slow networks",
        help_text="Answers that come so much later still count.",
    )

    RARE = (
        *("quiz_seconds", "postquiz_delay_seconds", "offers_more_time"),
        *("idle_seconds", "largest_gap_seconds", "finish_seconds", "grace_seconds"),
    )

    def usual_fields(self) -> Iterator[forms.BoundField]:
        return (field for field in self if field.name not in self.RARE)

    def rare_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.RARE)


class RecruitingSection(SectionForm):
    key = "recruiting"
    heading = "Recruiting, pay and completion"
    lead = "Where people come from, what they get, and where they go afterwards."

    recruiters = forms.MultipleChoiceField(
        label="People come from",
        required=False,
        choices=[(name, RECRUITER_NAMES.get(name, name)) for name in NAMEABLE],
        widget=forms.CheckboxSelectMultiple,
        help_text="Who may come in several ways may come several times.",
    )
    pay_amount = Money(
        label="Pay for finishing",
        required=False,
        help_text="A number, for the cost. Empty: nothing is paid.",
    )
    currency = forms.ChoiceField(choices=[(name, name) for name in CURRENCIES])
    fee_percent = Money(
        label="Fee of the recruiter, in percent",
        help_text="What they take on top of the pay.",
    )
    pay_text = Text(
        label="Pay, as participants read it",
        longest=200,
        required=False,
        help_text="Such as: 4 dollars.",
    )
    pays_withdrawn = forms.BooleanField(
        label="Who stops early or runs out of time gets a code as well",
        required=False,
    )
    pays_screened_out = forms.BooleanField(
        label="Who is screened out gets a code as well", required=False
    )
    partial_pay_text = Text(
        label="What such a code pays, as participants read it",
        longest=200,
        required=False,
        help_text="Such as: 1 dollar.",
    )
    completion_url = Text(
        label="Way back to the recruiter",
        longest=500,
        required=False,
        help_text="The address people go to at the end; {code} becomes their code.",
    )


FORMS: dict[str, type[SectionForm]] = {
    form.key: form
    for form in (QuestionSection, DeckSection, TimeSection, RecruitingSection)
}
