"""What is asked for before results of a running study are shown."""

from typing import Any

from django import forms


class UnlockForm(forms.Form):
    """Looking early asks for the study's name, so that nobody does it by a click."""

    confirmation = forms.CharField(label="Type the study’s short name", max_length=50)

    def __init__(self, *args: Any, slug: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.slug = slug
        self.fields["confirmation"].help_text = f"Type {slug} to look."

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"]
        if typed.strip().lower() != self.slug:
            raise forms.ValidationError(f"Type {self.slug} to look.")
        return typed
