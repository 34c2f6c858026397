"""Changes of a study that is frozen: other words, more places."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from studies.dashboard.design.amend_forms import AmendForm, PlacesForm
from studies.dashboard.design.showing import (
    Sent,
    design_address,
    edits_a_design,
    show_page,
)
from studies.errors import DesignError
from studies.services.design.amending import (
    add_places,
    amend_study,
    find_amendment_faults,
    find_amendments,
)
from studies.services.team.rights import StudyAccess


@edits_a_design
def amend(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Corrects words; what is wrong is told beside them, and nothing is changed."""
    form = AmendForm(access.study, request.POST)
    changes = form.changes()
    after = find_amendments(access.study, changes)
    form.take_faults(find_amendment_faults(access.study, after))
    if form.errors:
        return show_page(request, access, Sent(amending=form), status=422)
    try:
        amend_study(
            study_id=access.study.pk,
            changes=changes,
            who=access.who,
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
    except DesignError as error:
        form.add_error(None, error.message)
        return show_page(request, access, Sent(amending=form), status=422)
    messages.success(request, "Amended. Whoever joins from now on reads the new words.")
    return redirect(f"{design_address(access)}#amend")


@edits_a_design
def top_up(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Gives every arm more places."""
    form = PlacesForm(request.POST)
    if form.is_valid():
        try:
            change = add_places(
                study_id=access.study.pk,
                n_more=form.cleaned_data["n_more"],
                who=access.who,
                now=timezone.now(),
                reason=form.cleaned_data["reason"],
            )
        except DesignError as error:
            form.add_error("n_more", error.message)
        else:
            told = ", ".join(f"{name}: {n}" for name, n in change.after.items())
            messages.success(request, f"There are more places now. {told}.")
            return redirect(f"{design_address(access)}#places")
    return show_page(request, access, Sent(places=form), status=422)
