"""What researchers send, checked."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from django import forms

from studies.models import Arm
from studies.models.deck import ARTICLE_RULES, GRADING_LEVELS
from studies.services.decks.archives import MOST_ARCHIVE_BYTES
from studies.services.decks.importing import Upload
from studies.services.decks.limits import LONGEST_DESCRIPTION
from studies.services.rehearsal.previews import Pace

# The class takes a type only in the eyes of the type checker.
if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile as File

    UploadedFile = File[Any]


def _text(name: str, **options: Any) -> forms.CharField:
    return forms.CharField(
        required=False, max_length=LONGEST_DESCRIPTION[name], **options
    )


class DeckUploadForm(forms.Form):
    """The files of a deck, and what is not written in them."""

    table = forms.FileField(
        label="Table",
        help_text="CSV or TSV in UTF-8 with a header row, or an exported deck (zip).",
    )
    pictures = forms.FileField(
        label="Pictures",
        required=False,
        help_text="A zip of PNG or JPEG files, and of sounds if there are any.",
    )
    title = _text("title")
    slug = forms.SlugField(
        label="Short name",
        required=False,
        max_length=LONGEST_DESCRIPTION["slug"],
        help_text="An existing one gets a new version.",
        error_messages={"invalid": "Letters, digits, hyphens and underscores only."},
    )
    prompt_language = _text("prompt_language", help_text="A code such as en.")
    answer_language = _text("answer_language", help_text="A code such as de.")
    extra_letters = _text(
        "extra_letters",
        help_text="Offered as keys beside the answer, for example äöüß.",
    )
    level = forms.ChoiceField(
        label="Typos",
        required=False,
        choices=[("", "as the file says, else normal"), *GRADING_LEVELS],
    )
    article = forms.ChoiceField(
        label="Articles",
        required=False,
        choices=[("", "as the file says, else ignored"), *ARTICLE_RULES],
    )
    source = _text("source")
    licence = _text("licence")
    attribution = _text("attribution")

    _GROUPS = (
        ("About the deck", ("title", "slug", "prompt_language", "answer_language")),
        ("Answers", ("extra_letters", "level", "article")),
        ("Whose work it is", ("source", "licence", "attribution")),
    )

    def clean_table(self) -> "UploadedFile":
        return _check_size(self.cleaned_data["table"])

    def clean_pictures(self) -> "UploadedFile | None":
        pictures = self.cleaned_data["pictures"]
        return _check_size(pictures) if pictures else None

    def file_fields(self) -> list[forms.BoundField]:
        return [self["table"], self["pictures"]]

    def details(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """What the files may say themselves, by topic."""
        for topic, names in self._GROUPS:
            yield topic, [self[name] for name in names]

    def upload(self) -> Upload:
        """The files as the services take them."""
        about = dict(self.cleaned_data)
        table, pictures = about.pop("table"), about.pop("pictures")
        return Upload(
            table=table.read(),
            name=table.name,
            pictures=pictures.read() if pictures else b"",
            about=about,
        )


class TryForm(forms.Form):
    """Which arm to try, how fast, and as whose person."""

    arm = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect)
    pace = forms.TypedChoiceField(
        coerce=Pace,
        widget=forms.RadioSelect,
        initial=Pace.NORMAL,
        choices=[
            (Pace.NORMAL, "as participants have it"),
            (Pace.FAST, "fast: reviews of a second, no waiting between parts"),
        ],
    )
    source = forms.ChoiceField(
        label="Come as from",
        widget=forms.RadioSelect,
        help_text="The last page shows the way back there. Nothing is sent.",
    )

    def __init__(
        self,
        *args: Any,
        arms: Iterable[Arm],
        recruiters: Iterable[tuple[str, str]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._offer("arm", [(arm.pk, _tell_arm(arm)) for arm in arms])
        self._offer("source", list(recruiters))

    def _offer(self, name: str, choices: list[tuple[Any, str]]) -> None:
        """Give a field its choices; the first is taken unless another is."""
        self.fields[name].choices = choices  # type: ignore[attr-defined]
        self.fields[name].initial = choices[0][0] if choices else None


def _tell_arm(arm: Arm) -> str:
    """Its name, and the teacher where the name does not say it."""
    return arm.name if arm.name == arm.teacher else f"{arm.name} ({arm.teacher})"


class ShortNameForm(forms.Form):
    """What nobody may do by a wrong click needs the study's short name, typed."""

    name = forms.CharField(
        label="Short name of the study",
        max_length=50,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, slug: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._slug = slug
        self.fields["name"].help_text = f"Type {slug} to confirm."

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name != self._slug:
            raise forms.ValidationError(
                f"The short name of this study is {self._slug}."
            )
        return name


class LaunchForm(ShortNameForm):
    """Going live needs the study's short name, and every warning accepted."""

    def __init__(self, *args: Any, warnings: Iterable[Any], **options: Any) -> None:
        super().__init__(*args, **options)
        for warning in warnings:
            self.fields[f"accept_{warning.code}"] = forms.BooleanField(
                label=warning.words,
                error_messages={"required": "Accept this, or change the design."},
            )
        self.order_fields([*(name for name in self.fields if name != "name"), "name"])

    def accepted(self) -> list[str]:
        """The codes of the warnings that were accepted."""
        start = "accept_"
        return [
            name.removeprefix(start)
            for name, value in self.cleaned_data.items()
            if name.startswith(start) and value
        ]


def _check_size(file: "UploadedFile") -> "UploadedFile":
    if (file.size or 0) > MOST_ARCHIVE_BYTES:
        megabytes = MOST_ARCHIVE_BYTES // 10**6
        raise forms.ValidationError(f"The file is larger than {megabytes} MB.")
    return file


class LabelsForm(forms.Form):
    """A pasted list, one label for each person."""

    labels = forms.CharField(
        label="Labels",
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="One in each line, such as P01. Letters, digits, hyphens and "
        "underscores; no names and no addresses, for the label is in the link.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
