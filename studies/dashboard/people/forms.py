"""What researchers write about a participant, checked."""

from typing import Any

from django import forms

LONGEST_REASON = 300
LONGEST_NOTE = 4000
FACTORS = [("1.5", "1.5 times as long"), ("2", "twice as long"), ("3", "3 times")]


class FindForm(forms.Form):
    """Somebody's name elsewhere."""

    name = forms.CharField(
        label="Recruiter’s id or completion code",
        max_length=64,
        help_text="It appears in no address; that you looked is logged.",
    )


class ReasonForm(forms.Form):
    """Why somebody is excluded, or included again."""

    reason = forms.CharField(
        label="Reason",
        max_length=LONGEST_REASON,
        help_text="For whoever reads your analysis. Name no names.",
    )


class NoteForm(forms.Form):
    text = forms.CharField(
        label="Note",
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class TimeForm(forms.Form):
    factor = forms.TypedChoiceField(
        label="For every card",
        coerce=float,
        choices=FACTORS,
        help_text="Their next page tells them.",
    )
    reason = forms.CharField(
        label="Reason",
        max_length=LONGEST_REASON,
        help_text="For your notes; they are not shown it.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="id_time_%s")


class ScreenOutForm(forms.Form):
    reason = forms.CharField(
        label="Reason",
        max_length=LONGEST_REASON,
        help_text="For their log; they are not shown it.",
    )


class EraseForm(forms.Form):
    """Erasing asks for the pseudonym, so that nobody does it by a wrong click."""

    confirmation = forms.CharField(label="Type the pseudonym", max_length=40)

    def __init__(self, *args: Any, pseudonym: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pseudonym = pseudonym

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"]
        if typed.strip().lower() != self.pseudonym:
            raise forms.ValidationError(f"Type {self.pseudonym} to erase.")
        return typed
