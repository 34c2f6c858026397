"""Questionnaires: what do I ask elsewhere, and can I ask it again?"""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.pages import researcher_page
from studies.errors import DesignError
from studies.services.drafting.question_sets import (
    ask_again,
    list_drafts,
    list_question_sets,
)
from studies.services.team.rights import Right, access_to

LONGEST_SEARCH = 100
ORDERS = {"newest": "newest first", "title": "by title"}
MOMENTS = [("before", "before the cards"), ("after", "after the cards")]


class CopyForm(forms.Form):
    """Which questions, and where they shall be asked too."""

    source = forms.SlugField()
    asked = forms.ChoiceField(choices=MOMENTS)
    draft = forms.SlugField()
    moment = forms.ChoiceField(choices=MOMENTS)


@require_safe
@researcher_page
def list_questionnaires(request: HttpRequest) -> HttpResponse:
    """What every study asks, searched by its words and sorted."""
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    order = request.GET.get("sort", "")
    sets = list_question_sets(request.user, words=search)
    if order == "title":
        sets.sort(key=lambda each: each.study.title.casefold())
    context = {
        "search": search,
        "longest_search": LONGEST_SEARCH,
        "order": order,
        "orders": ORDERS,
        "sets": sets,
        "drafts": list_drafts(request.user),
        "moments": MOMENTS,
    }
    return render(request, "dashboard/questionnaires.html", context)


@require_POST
@researcher_page
def copy_questions(request: HttpRequest) -> HttpResponse:
    """Adds the questions of one study to those of a draft."""
    form = CopyForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose the draft that shall ask these questions.")
        return redirect("dashboard:questionnaires")
    given = form.cleaned_data
    source = access_to(given["source"], user=request.user)
    source.require(Right.SEE_DESIGN)
    draft = access_to(given["draft"], user=request.user)
    draft.require(Right.EDIT_DESIGN)
    try:
        n_added = ask_again(
            source=source.study,
            asked=given["asked"],
            draft=draft.study,
            moment=given["moment"],
            who=draft.who,
            now=timezone.now(),
        )
    except DesignError as error:
        messages.error(request, error.message)
        return redirect("dashboard:questionnaires")
    questions = "question is" if n_added == 1 else "questions are"
    messages.success(request, f"{n_added} {questions} asked here now too.")
    address = reverse("dashboard:design", args=[draft.study.slug])
    return redirect(f"{address}#section-questions-{given['moment']}")
