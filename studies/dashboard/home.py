"""Where researchers begin: their studies."""

from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.dashboard.pages import researcher_page
from studies.services.design.archive import can_be_archived
from studies.services.design.attention import tell_needs
from studies.services.monitoring.overview import StudyCard, has_archive, list_studies
from studies.services.team.rights import RIGHTS, Right

ORDERS = {"newest": "newest first", "title": "by title", "state": "by state"}


class ListedStudy(NamedTuple):
    """A card of the list: where a study stands, and what it waits for."""

    card: StudyCard
    needs: list[str]
    may_clone: bool
    may_archive: bool
    may_delete: bool


@require_safe
@researcher_page
def home(request: HttpRequest) -> HttpResponse:
    """A card per study: its state, how far it is, what needs attention."""
    words, order = request.GET.get("q", "").strip()[:100], request.GET.get("sort", "")
    archived = request.GET.get("show") == "archived"
    cards = list_studies(request.user, words=words, order=order, archived=archived)
    now = timezone.now()
    studies = [_listed(card, now) for card in cards]
    context = {
        "studies": studies,
        "own": [each for each in studies if not each.card.study.is_demo],
        "demos": [each for each in studies if each.card.study.is_demo],
        "words": words,
        "order": order,
        "orders": ORDERS,
        "archived": archived,
        "has_archive": has_archive(request.user),
    }
    return render(request, "dashboard/home.html", context)


def _listed(card: StudyCard, now: datetime) -> ListedStudy:
    needs = tell_needs(
        card.study, n_completed=card.n_completed, n_target=card.n_target, now=now
    )
    rights = RIGHTS[card.role]
    return ListedStudy(
        card,
        needs,
        may_clone=Right.SEE_DESIGN in rights,
        may_archive=Right.RUN in rights and can_be_archived(card.study),
        may_delete=Right.DELETE in rights and card.study.is_draft,
    )
