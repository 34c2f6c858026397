"""How a study is run: its time, its people and their pay, as forms."""

from collections.abc import Iterable, Iterator
from typing import Any

from django import forms

from studies.dashboard.design import recruiter_fields
from studies.dashboard.design.fields import (
    HOUR,
    MINUTE,
    Money,
    Number,
    Span,
    Text,
    Whole,
)
from studies.dashboard.design.sections import SectionForm
from studies.models import Study
from studies.recruitment import NAMEABLE
from studies.services.design.fields import CURRENCIES

RECRUITER_NAMES = {
    "link": "An open link, for whoever has it",
    "prolific": "Prolific",
    "mturk": "Amazon Mechanical Turk",
    "personal": "Personal links, one for everybody on a list of yours",
    "panel": "Another panel: Sona, CloudResearch Connect or one of your own",
}


def order_recruiters(names: Iterable[str]) -> list[str]:
    """``names`` as pages list them: those that most people use come first."""
    order = list(RECRUITER_NAMES)
    return sorted(names, key=lambda name: order.index(name) if name in order else 99)


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
    review_seconds_after_right = Number(
        label="The same after a right answer",
        required=False,
        help_text="Empty: as after others. 0: on to the next card at once.",
    )
    shows_result = forms.BooleanField(
        label="At the end, show what they knew before and after",
        required=False,
        help_text="It shows every answer: not where a follow-up is planned.",
    )
    no_repeat = forms.BooleanField(
        label="Never show a card twice in a row", required=False
    )
    quiz_seconds = Number(
        label="Seconds to answer in the first and last part",
        required=False,
        help_text="Empty: as long as they like, as in Hunziker et al. (NeurIPS 2019).",
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
        label="People come from",
        required=False,
        choices=[
            (name, RECRUITER_NAMES.get(name, name))
            for name in order_recruiters(NAMEABLE)
        ],
        widget=forms.CheckboxSelectMultiple,
        help_text="If you tick several, the same person may take part more than once.",
    )
    earlier_studies = forms.MultipleChoiceField(
        label="Keep out whoever took part in",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Studies of yours that people have begun. Ids are compared as they "
        "are written, whoever recruited; an open link has none. Your team and the "
        "preregistration read the titles.",
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
        help_text="Such as: 4 dollars. Empty: the number above.",
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
        help_text="The address people go to at the end; {code} becomes their code, "
        "{person} and {assignment} their ids at the recruiter.",
    )

    COST = ("pay_amount", "currency", "fee_percent")
    WORDS = (
        *("pay_text", "pays_withdrawn", "pays_screened_out"),
        *("partial_pay_text", "completion_url"),
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
