"""Pages for decks of one's own and for credits, inside the dashboard."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from studies.errors import DeckError, NotFoundError
from studies.models.deck import ARTICLE_RULES, GRADING_LEVELS
from studies.services.decks.archives import MOST_ARCHIVE_BYTES
from studies.services.decks.credits import list_credits
from studies.services.decks.importing import Upload
from studies.services.decks.uploads import keep_upload, preview_upload, save_upload

# The class takes a type only in the eyes of the type checker.
if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile as File

    UploadedFile = File[Any]

FIRST_ROWS = 20


class DeckUploadForm(forms.Form):
    """The files of a deck, and what is not written in them."""

    table = forms.FileField(
        label="Table",
        help_text="CSV or TSV in UTF-8 with a header row, or an exported deck (zip).",
    )
    pictures = forms.FileField(
        label="Pictures", required=False, help_text="A zip of PNG or JPEG files."
    )
    slug = forms.SlugField(
        required=False,
        max_length=50,
        help_text="The deck's short name; an existing one gets a new version.",
    )
    title = forms.CharField(required=False, max_length=200)
    prompt_language = forms.CharField(required=False, max_length=16)
    answer_language = forms.CharField(required=False, max_length=16)
    extra_letters = forms.CharField(
        required=False,
        max_length=64,
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
    source = forms.CharField(required=False, max_length=300)
    licence = forms.CharField(required=False, max_length=100)
    attribution = forms.CharField(required=False, max_length=2000)

    def clean_table(self) -> "UploadedFile":
        return _check_size(self.cleaned_data["table"])

    def clean_pictures(self) -> "UploadedFile | None":
        pictures = self.cleaned_data["pictures"]
        return _check_size(pictures) if pictures else None

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


def _check_size(file: "UploadedFile") -> "UploadedFile":
    if (file.size or 0) > MOST_ARCHIVE_BYTES:
        megabytes = MOST_ARCHIVE_BYTES // 10**6
        raise forms.ValidationError(f"The file is larger than {megabytes} MB.")
    return file


@require_http_methods(["GET", "POST"])
def upload_deck(request: HttpRequest) -> HttpResponse:
    """Takes the files and shows what would become of them."""
    _check_permission(request)
    form = DeckUploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        kept = keep_upload(
            upload=form.upload(), owner_id=_user_id(request), now=timezone.now()
        )
        return redirect("admin:studies_deck_preview", kept.pk)
    return _page(request, "upload", "Import a deck", form=form)


@require_http_methods(["GET", "POST"])
def preview_deck_upload(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    """Shows faults and doubts by row, and saves the deck on request."""
    _check_permission(request)
    try:
        if request.method == "POST":
            return _save(request, upload_id)
        preview = preview_upload(upload_id=upload_id, owner_id=_user_id(request))
    except DeckError:
        return redirect("admin:studies_deck_preview", upload_id)
    except NotFoundError as error:
        messages.error(request, error.message)
        return redirect("admin:studies_deck_upload")
    rows = list(preview.rows.values())
    return _page(
        request,
        "preview",
        "Look at the deck",
        preview=preview,
        about=preview.file.about if preview.file else None,
        rows=rows[:FIRST_ROWS],
        n_more=max(0, len(rows) - FIRST_ROWS),
    )


@require_safe
def show_credits(request: HttpRequest) -> HttpResponse:
    """Every source and licence of what the decks hold."""
    return _page(request, "credits", "Credits", decks=list_credits())


def _save(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    version, is_new = save_upload(
        upload_id=upload_id, owner_id=_user_id(request), now=timezone.now()
    )
    verb = "is saved" if is_new else "was there already"
    messages.success(request, f"{version} {verb}.")
    return redirect("admin:studies_deck_changelist")


def _user_id(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise PermissionDenied
    return request.user.pk


def _check_permission(request: HttpRequest) -> None:
    if not request.user.has_perm("studies.add_deck"):
        raise PermissionDenied


def _page(request: HttpRequest, name: str, title: str, **context: Any) -> HttpResponse:
    context |= {**admin.site.each_context(request), "title": title}
    return render(request, f"admin/studies/deck/{name}.html", context)
