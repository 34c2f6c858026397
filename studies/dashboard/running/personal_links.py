"""Personal links: a pasted list in; links, a table and QR codes to print out."""

import io
from operator import attrgetter

import segno
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.forms import LabelsForm
from studies.dashboard.listing import Heading, Listing, list_rows
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.errors import InvalidError
from studies.recruitment.personal import Personal
from studies.services.links.personal_links import (
    OwnLink,
    list_links,
    make_links,
    read_labels,
    remove_links,
    write_links,
)
from studies.services.team.rights import Right, StudyAccess

TEMPLATE = "dashboard/personal_links/page.html"
# Five sheets of paper; drawing the codes of all links at once takes half a minute.
CARDS_PER_PAGE = 120
_COLUMNS = {
    "label": Heading[OwnLink]("Label", lambda link: link.label.casefold()),
    "link": Heading[OwnLink]("Link", attrgetter("address")),
}


@require_safe
@study_page(Right.RUN)
def show_links(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The links that there are, and a box to paste more labels into."""
    return _show(request, access, LabelsForm())


@require_POST
@study_page(Right.RUN)
def change_links(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Make links for the labels that were pasted, or take theirs back."""
    form = LabelsForm(request.POST)
    act = remove_links if "remove" in request.POST else make_links
    try:
        labels = read_labels(request.POST.get("labels", ""))
        study, who, now = access.study, access.who, timezone.now()
        n_changed = act(study=study, labels=labels, who=who, now=now)
    except InvalidError as error:
        form.add_error("labels", error.message)
        return _show(request, access, form, status=400)
    done = "taken back" if act is remove_links else "made"
    messages.success(request, f"Links {done}: {n_changed}.")
    return redirect("dashboard:personal_links", access.study.slug)


@require_safe
@study_page(Right.RUN)
def download_links(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    text = io.StringIO()
    write_links(_links(request, access), text)
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"{access.study.slug}-links.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@study_page(Right.RUN)
def print_links(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """A card with a QR code for everybody, to print and cut."""
    links = Paginator(_links(request, access), CARDS_PER_PAGE)
    page = links.get_page(request.GET.get("page"))
    cards = [(link, _draw(link.address)) for link in page]
    context = {"cards": cards, "page": page}
    template = "dashboard/personal_links/print.html"
    return show_study(request, access, Tab.LAUNCH, template, context)


def _draw(address: str) -> SafeString:
    """A QR code as a drawing within the page; of the address it holds squares alone."""
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(border=2, light="#ffffff", omitsize=True)
    return mark_safe(drawing)  # noqa: S308


def _show(
    request: HttpRequest, access: StudyAccess, form: LabelsForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "links": _search_links(request, access),
        "is_named": Personal.name in access.study.recruiters,
    }
    return show_study(request, access, Tab.LAUNCH, TEMPLATE, context, status=status)


def _search_links(request: HttpRequest, access: StudyAccess) -> Listing[OwnLink]:
    return list_rows(
        request,
        _links(request, access),
        _COLUMNS,
        name="links",
        label="Label",
        words=lambda link: [link.label],
    )


def _links(request: HttpRequest, access: StudyAccess) -> list[OwnLink]:
    path = reverse("pages:join", kwargs={"slug": access.study.slug})
    return list_links(access.study, address=request.build_absolute_uri(path))
