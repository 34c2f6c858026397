"""How a study is run: its time, its people and their pay, as forms."""

from collections.abc import Iterable, Iterator
from typing import Any

from django import forms

from studies.dashboard.design import recruiter_fields
from studies.dashboard.design.fields import (
    HOUR,
    MINUTE,
    Fee,
    Money,
    Number,
    Span,
    Text,
    Whole,
)
from studies.dashboard.design.sections import SectionForm
from studies.labels import DESIGN, RECRUITER_NAMES
from studies.models import Study
from studies.recruitment import NAMEABLE
from studies.services.design.fields import CURRENCIES


def order_recruiters(names: Iterable[str]) -> list[str]:
    """``names`` as pages list them: those that most people use come first."""
    order = list(RECRUITER_NAMES)
    return sorted(names, key=lambda name: order.index(name) if name in order else 99)


class TimeSection(SectionForm):
    key = "time"
    heading = "Time"
    lead = "How many cards, and how long each of them lasts."

    horizon = Whole(
        label=DESIGN["horizon"],
        help_text="The first and the last part ask every concept once.",
    )
    learning_seconds = Number(
        label=DESIGN["learning_seconds"],
        required=False,
        help_text="In the learning part. Empty: as long as they like.",
    )
    review_seconds = Number(
        label=DESIGN["review_seconds"],
        help_text="After each card of the learning part.",
    )
    review_seconds_after_right = Number(
        label=DESIGN["review_seconds_after_right"],
        required=False,
        help_text="Empty: as after others. 0: on to the next card at once.",
    )
    shows_result = forms.BooleanField(
        label=DESIGN["shows_result"],
        required=False,
        help_text="It shows every answer: not where a follow-up is planned.",
    )
    no_repeat = forms.BooleanField(label=DESIGN["no_repeat"], required=False)
    quiz_seconds = Number(
        label=DESIGN["quiz_seconds"],
        required=False,
        help_text="Empty: as long as they like, as in Hunziker et al. (NeurIPS 2019).",
    )
    postquiz_delay_seconds = Span(
        label=DESIGN["postquiz_delay_seconds"],
        unit=MINUTE,
        help_text="0: at once.",
    )
    offers_more_time = forms.BooleanField(
        label=DESIGN["offers_more_time"], required=False
    )
    idle_seconds = Span(
        label=DESIGN["idle_seconds"],
        unit=MINUTE,
    )
    largest_gap_seconds = Span(
        label=DESIGN["largest_gap_seconds"],
        unit=MINUTE,
        required=False,
        help_text="Longer pauses get a flag. Empty: no flag.",
    )
    finish_seconds = Span(
        label=DESIGN["finish_seconds"],
        unit=HOUR,
    )
    grace_seconds = Number(
        label=DESIGN["grace_seconds"],
        help_text="Answers that come so much later still count.",
    )

    USUAL = (
        *("horizon", "learning_seconds"),
        *("review_seconds", "review_seconds_after_right"),
    )
    HABITS = ("no_repeat", "shows_result", "offers_more_time")
    RARE = (
        *("quiz_seconds", "postquiz_delay_seconds", "idle_seconds"),
        *("largest_gap_seconds", "finish_seconds", "grace_seconds"),
    )

    def usual_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.USUAL)

    def habit_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.HABITS)

    def rare_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.RARE)


class RecruitingSection(SectionForm):
    key = "recruiting"
    heading = "Recruiting, pay and completion"
    lead = "Where people come from, what they get, and where they go afterwards."

    recruiters = forms.MultipleChoiceField(
        label=DESIGN["recruiters"],
        required=False,
        choices=[
            (name, RECRUITER_NAMES.get(name, name))
            for name in order_recruiters(NAMEABLE)
        ],
        widget=forms.CheckboxSelectMultiple,
        help_text="If you tick several, the same person may take part more than once. "
        "HITs that lead to the study by a link and a code need the open link as well; "
        "those that show it in a frame do not.",
    )
    earlier_studies = forms.MultipleChoiceField(
        label=DESIGN["earlier_studies"],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Studies of yours that people have begun. Ids are compared as they "
        "are written, whoever recruited; an open link has none. Your team and the "
        "preregistration read the titles.",
    )
    pay_amount = Money(
        label=DESIGN["pay_amount"],
        required=False,
        help_text="A number, for the cost. Empty: nothing is paid.",
    )
    currency = forms.ChoiceField(
        choices=[(name, name) for name in CURRENCIES],
        help_text="Mechanical Turk pays in USD, Prolific in that of your account.",
    )
    fee_percent = Fee(
        label=DESIGN["fee_percent"],
        help_text="For people of links and panels. Prolific has its own above; "
        "Mechanical Turk takes 20 %.",
    )
    pay_text = Text(
        label=DESIGN["pay_text"],
        longest=200,
        required=False,
        help_text="Such as: 4 dollars. Empty: the number above.",
    )
    pays_withdrawn = forms.BooleanField(
        label=DESIGN["pays_withdrawn"],
        required=False,
    )
    pays_screened_out = forms.BooleanField(
        label=DESIGN["pays_screened_out"], required=False
    )
    partial_pay_amount = Money(
        label=DESIGN["partial_pay_amount"],
        required=False,
        help_text="A number in the currency above. Empty: any payment settles it.",
    )
    partial_pay_text = Text(
        label=DESIGN["partial_pay_text"],
        longest=200,
        required=False,
        help_text="Such as: 1 dollar. Empty: the number above.",
    )
    completion_url = Text(
        label=DESIGN["completion_url"],
        longest=500,
        required=False,
        help_text="The address people go to at the end; {code} becomes their code, "
        "{person} and {assignment} their ids at the recruiter.",
    )

    COST = ("pay_amount", "currency", "fee_percent")
    WORDS = (
        *("pay_text", "pays_withdrawn", "pays_screened_out"),
        *("partial_pay_amount", "partial_pay_text", "completion_url"),
    )

    def initial_of(self, study: Study) -> dict[str, Any]:
        said = recruiter_fields.read(study.recruiter_options)
        return {**super().initial_of(study), **said}

    def adapt(self, study: Study) -> None:
        self.fields |= recruiter_fields.make()

    def offer(self, choices: list[tuple[str, str]]) -> None:
        """The studies that may be named; without any, nothing is asked."""
        field = self.fields["earlier_studies"]
        field.choices = choices  # type: ignore[attr-defined]

    def has_earlier(self) -> bool:
        return bool(self.fields["earlier_studies"].choices)  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        cleaned = super().values()
        stored = recruiter_fields.read(self.study.recruiter_options)
        sent = {name: cleaned.pop(name, stored[name]) for name in stored}
        return {**cleaned, "recruiter_options": recruiter_fields.gather(sent)}

    def option_groups(self) -> Iterator[tuple[str, str, list[forms.BoundField]]]:
        """Whom each group of fields is for, in code and in words, and the fields."""
        groups = recruiter_fields.GROUPS
        for recruiter in order_recruiters(groups):
            fields = list(self.some(groups[recruiter]))
            yield recruiter, RECRUITER_NAMES[recruiter], fields

    def cost_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.COST)

    def word_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.WORDS)
