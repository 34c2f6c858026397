"""What researchers send about a study at Prolific, checked."""

from typing import Any

from django import forms

from studies.dashboard.recruiting.forms import (
    AmountField,
    BudgetForm,
    CostlyForm,
    MoreForm,
)
from studies.models.session import ENDED


class TaskForm(forms.Form):
    task = forms.CharField(
        label="Id of the study at Prolific",
        max_length=64,
        help_text="24 digits and letters, in the address of the study’s page there.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class ProlificBudgetForm(BudgetForm):
    def __init__(self, *args: Any, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["budget"].label = f"Budget in {currency}"


class FeeForm(forms.Form):
    fee_percent = forms.CharField(
        label="Fee of Prolific in percent",
        max_length=6,
        help_text="On top of all that is paid there, and in all sums on this page.",
    )


class ApprovalForm(CostlyForm):
    """Some of the submissions that wait."""


class ProlificBonusForm(MoreForm):
    field_order = ("purpose", "amount", "confirm")

    def __init__(self, *args: Any, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["amount"].label = f"Amount in {currency}"


class BonusListForm(forms.Form):
    """For whom, and how much: the list is written from it."""

    outcome = forms.ChoiceField(
        label="For those whose part ended as",
        choices=[(phase.value, phase.label.lower()) for phase in ENDED],
    )
    amount = AmountField(label="Amount for each", max_length=12)
