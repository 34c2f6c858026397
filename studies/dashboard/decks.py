"""Decks: which there are, how to bring one's own, and whose work they are."""

from operator import attrgetter
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from studies.dashboard.forms import DeckUploadForm
from studies.dashboard.items.forms import ARTICLES, LEVELS
from studies.dashboard.listing import Heading, list_rows
from studies.dashboard.pages import researcher_page, signed_in, user_id
from studies.dashboard.sorting import Order, write_query
from studies.errors import DeckError, NotAllowedError, NotFoundError
from studies.grading.rule import ArticleRule, Level
from studies.models import DeckVersion
from studies.services.decks.content import ConceptContent, content_of
from studies.services.decks.credits import list_credits
from studies.services.decks.uploads import keep_upload, preview_upload
from studies.services.drafting.own_decks import save_own_deck

FIRST_ROWS = 20
CARDS_PER_PAGE = 50
LONGEST_SEARCH = 100
# A heading, whether numbers stand below it, and the field that sorts.
_COLUMNS = {
    "deck": ("Deck", False, "deck__title"),
    "version": ("Version", True, "number"),
    "concepts": ("Concepts", True, "n_concepts"),
    "languages": ("Languages", False, "answer_language"),
    "typos": ("Typos", False, "grading_level"),
    "articles": ("Articles", False, "article_rule"),
    "added": ("Added", False, "created_at"),
}
_CARDS: dict[str, Heading[ConceptContent]] = {
    "card": Heading("Card", attrgetter("number"), True),
    "shown": Heading("Shown", lambda card: card.prompt.casefold()),
    "right": Heading("Right answer", lambda card: card.correct_answer.casefold()),
    "others": Heading("Also right", lambda card: len(card.expected.answers)),
    "level": Heading("Level", attrgetter("is_practice", "level")),
}


@require_safe
@researcher_page
def list_decks(request: HttpRequest) -> HttpResponse:
    """Every version of every deck, searched and sorted."""
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    asked = request.GET.get("sort", "")
    order = Order.read(asked, among=_COLUMNS, usual="deck")

    def query(sort: str) -> str:
        return write_query({"search": search, "sort": sort})

    context = {
        "search": search,
        "longest_search": LONGEST_SEARCH,
        "versions": [
            (version, *_tell_grading(version))
            for version in _find_versions(search, order)
        ],
        "columns": [
            order.column(name, label, query=query, is_number=is_number)
            for name, (label, is_number, _) in _COLUMNS.items()
        ],
    }
    return render(request, "dashboard/decks.html", context)


def _find_versions(search: str, order: Order) -> QuerySet[DeckVersion]:
    """Those whose title or short name has ``search`` in it."""
    versions = DeckVersion.objects.select_related("deck")
    named = versions.filter(
        Q(deck__title__icontains=search) | Q(deck__slug__icontains=search)
    )
    _, _, field = _COLUMNS[order.name]
    first = f"-{field}" if order.is_reversed else field
    counted = named.annotate(
        n_concepts=Count("concepts", filter=Q(concepts__is_practice=False))
    )
    return counted.order_by(first, "deck__title", "deck", "-number")


def _tell_grading(version: DeckVersion) -> tuple[str, str]:
    """How strictly typed words are graded, and what is asked of articles."""
    levels, articles = dict(LEVELS), dict(ARTICLES)
    level, rule = Level(version.grading_level), ArticleRule(version.article_rule)
    return levels[level], articles[rule]


@require_safe
@researcher_page
def show_deck(request: HttpRequest, deck: str, version: int) -> HttpResponse:
    """What a version of a deck holds, card by card."""
    versions = DeckVersion.objects.select_related("deck")
    found = versions.filter(deck__slug=deck, number=version).first()
    if found is None:
        raise NotFoundError
    content = content_of(found)
    cards = list_rows(
        request,
        content.concepts.values(),
        _CARDS,
        name="cards",
        label="Word or level",
        words=attrgetter("prompt", "correct_answer", "level"),
        usual="card",
    )
    level, articles = _tell_grading(found)
    context = {
        "version": found,
        "level": level,
        "articles": articles,
        "n_of_level": content.n_of_level,
        "n_taught": len(content.taught),
        "cards": cards,
        "kept": cards.kept,
        "page": Paginator(cards.rows, CARDS_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "dashboard/deck.html", context)


@require_http_methods(["GET", "POST"])
@researcher_page
def upload_deck(request: HttpRequest) -> HttpResponse:
    """Takes the files and shows what would become of them."""
    form = DeckUploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        kept = keep_upload(
            upload=form.upload(), owner_id=user_id(request), now=timezone.now()
        )
        return redirect("dashboard:deck_preview", kept.pk)
    return render(request, "dashboard/deck_upload.html", {"form": form})


@require_http_methods(["GET", "POST"])
@researcher_page
def preview_deck_upload(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    """Shows faults and doubts by row, and saves the deck on request."""
    try:
        if request.method == "POST":
            return _save(request, upload_id)
        preview = preview_upload(upload_id=upload_id, owner_id=user_id(request))
    except DeckError:
        return redirect("dashboard:deck_preview", upload_id)
    except (NotFoundError, NotAllowedError) as error:
        messages.error(request, error.message)
        return redirect("dashboard:deck_upload")
    rows = list(preview.rows.values())
    context = {
        "preview": preview,
        "about": preview.file.about if preview.file else None,
        "rows": rows[:FIRST_ROWS],
        "n_more": max(0, len(rows) - FIRST_ROWS),
    }
    return render(request, "dashboard/deck_preview.html", context)


@require_safe
@researcher_page
def show_credits(request: HttpRequest) -> HttpResponse:
    """Every source and licence of what the decks hold."""
    return render(request, "dashboard/credits.html", {"decks": list_credits()})


def _save(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    version, is_new = save_own_deck(
        upload_id=upload_id, user=signed_in(request), now=timezone.now()
    )
    verb = "is saved" if is_new else "was there already"
    messages.success(request, f"{version} {verb}.")
    return redirect("dashboard:decks")
