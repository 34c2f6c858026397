"""What researchers send about HITs and payments, checked."""

import secrets
from collections.abc import Collection, Mapping
from typing import Any

from django import forms

from studies.errors import FaultyDesignError, InvalidError, StudyError, UnconfirmedError
from studies.models import Hit, Study
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.money import read_amount, say_amount
from studies.services.recruiting.offers import MOST_PER_HIT, Layout, Offer
from studies.services.session.showing.progress import duration_of

_LAYOUTS = [
    (Layout.FRAME.value, "in a frame on the worker’s page"),
    (Layout.LINK.value, "by a link, with a box for the code"),
]
_BONUSES = [
    (PaymentPurpose.BONUS.value, "a bonus, on top of what is owed"),
    (
        PaymentPurpose.PARTIAL.value,
        "a part of what is owed: for who did not finish, or the rest",
    ),
]
# Workers who are slow, or come back after a pause, must not run out of time.
_TIMES_AS_LONG = 3
_LEAST_MINUTES = 30


class AmountField(forms.CharField):
    """An amount such as 2.40, as minor units."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return read_amount(text) if text else None
        except InvalidError as error:
            raise forms.ValidationError(error.message) from error

    def prepare_value(self, value: Any) -> Any:
        return say_amount(value) if isinstance(value, int) else value


class CostlyForm(forms.Form):
    """A form that costs money: the sum has to be typed, once the server has said it."""

    confirm = forms.CharField(
        label="The sum",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    # What is said before the server has told it.
    promise = "You are told what it costs before anything happens."
    # Nothing is wrong then: this is how one is told.
    asks_for_sum = False
    # What speaks against it, beside the sum.
    mind: tuple[str, ...] = ()

    def refuse(self, error: StudyError) -> None:
        """Show what is wrong where it is wrong."""
        if isinstance(error, UnconfirmedError):
            self.fields["confirm"].required = True
            self.asks_for_sum = not self.cleaned_data.get("confirm")
            # It stands beside the button, below everything that was filled in.
            self.fields["confirm"].widget.attrs["autofocus"] = True
            self.mind = error.mind
            self.add_error("confirm", error.asked)
        elif isinstance(error, FaultyDesignError):
            for fault in error.faults:
                self.add_error(None, fault)
        else:
            self.add_error(None, error.message)


class BudgetForm(forms.Form):
    budget = AmountField(
        label="Budget in USD",
        max_length=12,
        help_text="With fees; nothing is offered or paid beyond it.",
    )


class OfferForm(CostlyForm):
    """A task for workers."""

    n_people = forms.IntegerField(label="How many people", min_value=1)
    reward = AmountField(
        label="Reward in USD", max_length=12, help_text="For each, without fees."
    )
    title = forms.CharField(max_length=128)
    description = forms.CharField(
        max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )
    keywords = forms.CharField(max_length=1000, required=False)
    layout = forms.ChoiceField(label="How they take part", choices=_LAYOUTS)
    minutes = forms.IntegerField(
        label="Minutes to finish",
        min_value=1,
        help_text="From accepting the HIT to handing it in.",
    )
    days = forms.IntegerField(label="Days it is offered", min_value=1, initial=7)
    approve_days = forms.IntegerField(
        label="Days until it is approved by itself",
        min_value=1,
        max_value=30,
        initial=7,
        help_text="Mechanical Turk then pays whoever you did not decide about.",
    )
    per_hit = forms.IntegerField(
        label="People in one HIT",
        min_value=1,
        initial=MOST_PER_HIT,
        help_text="From 10 on Mechanical Turk takes twice the fee.",
    )
    countries = forms.CharField(
        required=False,
        max_length=200,
        help_text="Two letters each, such as US, CA. None means everywhere.",
    )
    approval_percent = forms.IntegerField(
        label="Share of their HITs approved, at least (%)",
        min_value=0,
        max_value=100,
        initial=95,
    )
    n_approved = forms.IntegerField(
        label="Number of their HITs approved, at least", min_value=0, initial=100
    )
    masters_only = forms.BooleanField(
        label="Masters only, for a higher fee", required=False
    )
    excludes_past = forms.BooleanField(
        label="Hide it from people who took part before", required=False, initial=True
    )
    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, study: Study, **options: Any) -> None:
        options["initial"] = _usual(study)
        super().__init__(*args, **options)
        self.order_fields(
            [name for name in self.fields if name != "confirm"] + ["confirm"]
        )

    def offer(self, address: str) -> Offer:
        """What was filled in, for the study at ``address``."""
        left_out = {"confirm", "nonce", "countries"}
        given = {k: v for k, v in self.cleaned_data.items() if k not in left_out}
        countries = self.cleaned_data["countries"].replace(",", " ").split()
        return Offer(address=address, countries=tuple(countries), **given)


def _usual(study: Study) -> Mapping[str, Any]:
    minutes = duration_of(study).usual_minutes
    pay = study.pay_amount
    return {
        "title": study.title,
        "description": f"Learn with flashcards. It takes about {minutes} "
        f"minute{'' if minutes == 1 else 's'}.",
        "reward": None if pay is None else int(pay * 100),
        "minutes": max(_LEAST_MINUTES, minutes * _TIMES_AS_LONG),
        "nonce": secrets.token_urlsafe(16),
    }


class ExtendForm(CostlyForm):
    """More people, or more days."""

    n_more = forms.IntegerField(label="People more", min_value=0, initial=0)
    more_days = forms.IntegerField(label="Days more", min_value=0, initial=0)
    n_known = forms.IntegerField(widget=forms.HiddenInput)
    field_order = ("n_more", "more_days", "confirm")

    def __init__(self, *args: Any, hit: Hit, **options: Any) -> None:
        options["initial"] = {"n_known": hit.n_assignments}
        super().__init__(*args, **options)


class ApproveForm(CostlyForm):
    """Some of the submissions that wait."""

    def __init__(self, *args: Any, assignments: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.assignments = assignments


class ReverseForm(CostlyForm):
    """Paying what was rejected."""


class JoinForm(forms.Form):
    code = forms.CharField(
        label="The code they should have typed",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="A code of this study that nobody handed in and that is not paid.",
    )


class RejectForm(CostlyForm):
    """Nothing is spent by it; what follows is told and confirmed all the same."""

    promise = "You are told what follows from it before anything happens."

    reason = forms.CharField(
        label="Reason",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="The worker reads it, and their record suffers. Say what was wrong.",
    )
    field_order = ("reason", "confirm")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["confirm"].label = "To be sure"


class MoreForm(CostlyForm):
    """A bonus or a part."""

    purpose = forms.TypedChoiceField(
        label="What it is", choices=_BONUSES, coerce=PaymentPurpose
    )
    amount = AmountField(label="Amount in USD", max_length=12)

    def keep(self, purposes: Collection[PaymentPurpose]) -> None:
        """Offer those alone that were not paid yet."""
        left = [(name, words) for name, words in _BONUSES if name in purposes]
        self.fields["purpose"].choices = left  # type: ignore[attr-defined]


class BonusForm(MoreForm):
    reason = forms.CharField(
        max_length=1000, help_text="The worker reads it with the payment."
    )
    field_order = ("purpose", "amount", "reason", "confirm")
