"""By which rule answers shall be graded again."""

from collections.abc import Sequence
from typing import Any

from django import forms

from studies.grading.rule import ArticleRule, Level
from studies.services.analysis.disputes import Disputed
from studies.services.analysis.regrading import MOST_ACCEPTED, Alternative, Wish

LEVELS = [
    (Level.STRICT, "strict: no slips, no plurals"),
    (Level.NORMAL, "normal: small slips forgiven"),
    (Level.LENIENT, "lenient: one letter more"),
]
ARTICLES = [
    (ArticleRule.IGNORE, "do not matter"),
    (ArticleRule.MUST_NOT_BE_WRONG, "may be missing, not wrong"),
    (ArticleRule.REQUIRED, "have to be there, and right"),
]
_BETWEEN = ":"


class RegradeForm(forms.Form):
    """A rule, texts to accept, and why."""

    level = forms.ChoiceField(label="How strictly", choices=LEVELS)
    article_rule = forms.ChoiceField(label="Articles", choices=ARTICLES)
    accepted = forms.MultipleChoiceField(label="Accept as right", required=False)
    note = forms.CharField(
        label="Why",
        max_length=200,
        required=False,
        help_text="For whoever reads your analysis.",
    )

    def __init__(
        self, *args: Any, disputed: Sequence[Disputed] = (), **options: Any
    ) -> None:
        super().__init__(*args, **options)
        choices = [(name_of(each), each.text) for each in disputed]
        # mypy: a form's fields are known by their names alone.
        self.fields["accepted"].choices = choices  # type: ignore[attr-defined]

    def clean_accepted(self) -> list[Alternative]:
        names: list[str] = self.cleaned_data["accepted"]
        if len(names) > MOST_ACCEPTED:
            raise forms.ValidationError(f"At most {MOST_ACCEPTED} texts at once.")
        pairs = (name.split(_BETWEEN, 1) for name in names)
        return [(int(concept_id), text) for concept_id, text in pairs]

    def wish(self, purpose: str) -> Wish:
        return Wish(**self.cleaned_data, purpose=purpose)


def name_of(disputed: Disputed) -> str:
    """What a ticked box of the form sends."""
    return f"{disputed.concept_id}{_BETWEEN}{disputed.text}"
