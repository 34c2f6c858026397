"""What is asked for before a running study is changed."""

from django import forms

from studies.dashboard.forms import ShortNameForm

LONGEST_REASON = 200
PLACES = (1, 2, 5, 10, 20, 40, 80)


class PlacesForm(forms.Form):
    """How many places to add."""

    n_more = forms.TypedChoiceField(
        label="More places in each arm",
        coerce=int,
        choices=[(number, str(number)) for number in PLACES],
        initial=10,
        help_text="Arms of unequal size grow in proportion.",
    )
    reason = forms.CharField(
        label="Reason", max_length=LONGEST_REASON, help_text="It goes into the log."
    )


class CloseForm(ShortNameForm):
    """Closing cannot be undone."""

    reason = forms.CharField(label="Reason", required=False, max_length=LONGEST_REASON)
