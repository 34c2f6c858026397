"""New studies: from a template, as a copy, from a file."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studies.dashboard.pages import researcher_page, study_page, user_id
from studies.errors import FaultyDesignError
from studies.models import Study
from studies.services.drafting.documents import clone_study, import_study
from studies.services.drafting.reading import MOST_BYTES
from studies.services.drafting.templates import begin_from_template, list_offers
from studies.services.team.rights import Right, StudyAccess


class NewStudyForm(forms.Form):
    """What a study is called; where it begins is a button each."""

    title = forms.CharField(
        max_length=200,
        required=False,
        help_text="Participants read it, and it is in the address that they come by. "
        "Both can be changed until the study opens. Empty: an address that says "
        "nothing.",
    )


class DesignFileForm(forms.Form):
    """A file that a Design page exported."""

    file = forms.FileField(label="Design", help_text="A JSON file.")

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError("The file is larger than a design can be.")
        return file


@require_http_methods(["GET", "POST"])
@researcher_page
def new_study(request: HttpRequest) -> HttpResponse:
    """Offers the templates, and begins a study from one."""
    form = NewStudyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        study = begin_from_template(
            code=request.POST.get("template", ""),
            title=form.cleaned_data["title"],
            user_id=user_id(request),
            who=request.user.get_username(),
            now=timezone.now(),
        )
        return redirect("dashboard:design", study.slug)
    context = {"form": form, "offers": list_offers(), "file_form": DesignFileForm()}
    return render(request, "dashboard/new_study.html", context)


@require_POST
@researcher_page
def import_design(request: HttpRequest) -> HttpResponse:
    """Begins a study from a file, or says everything that is wrong with it."""
    form = DesignFileForm(request.POST, request.FILES)
    faults: list[str] = []
    if form.is_valid():
        try:
            study = import_study(
                content=form.cleaned_data["file"].read(),
                user_id=user_id(request),
                who=request.user.get_username(),
                now=timezone.now(),
            )
            _tell_dropped(request, study)
            return redirect("dashboard:design", study.slug)
        except FaultyDesignError as error:
            faults = error.faults
    context = {
        "form": NewStudyForm(),
        "offers": list_offers(),
        "file_form": form,
        "faults": faults,
    }
    return render(request, "dashboard/new_study.html", context, status=422)


@require_POST
@study_page(Right.SEE_DESIGN)
def clone(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """A draft with the same design, of one's own."""
    study = clone_study(
        study=access.study,
        user_id=user_id(request),
        who=access.who,
        now=timezone.now(),
    )
    messages.success(request, f"This is a copy of {access.study.name}.")
    _tell_dropped(request, study)
    return redirect("dashboard:design", study.slug)


def _tell_dropped(request: HttpRequest, study: Study) -> None:
    """Say whose people are no longer kept out, since one may not name their study."""
    if study.dropped_studies:
        names = ", ".join(study.dropped_studies)
        messages.warning(
            request,
            f"People of these earlier studies are not kept out of this draft: {names}. "
            "You have no role in them, or they are not on this server.",
        )
