"""The Design page as a whole, and what it takes in when something was saved."""

from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from studies.dashboard.design.address import AddressForm
from studies.dashboard.design.amend_forms import AmendForm, PlacesForm
from studies.dashboard.design.arm_forms import ArmForm
from studies.dashboard.design.conduct import RecruitingSection, TimeSection
from studies.dashboard.design.notes import link_sections, notes_of
from studies.dashboard.design.question_forms import HEADINGS, Editor
from studies.dashboard.design.sections import (
    DeckSection,
    QuestionSection,
    SectionForm,
)
from studies.dashboard.design.strips import draw_strips
from studies.dashboard.design.texts import TextsSection
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import View, show_study, study_page
from studies.errors import DesignError
from studies.models import Study
from studies.services.design.checks import report_on
from studies.services.design.summary import summarise_design
from studies.services.design.teachers import list_teachers
from studies.services.drafting.addresses import may_move
from studies.services.drafting.deck_choices import list_deck_choices
from studies.services.earlier_studies import list_nameable
from studies.services.jobs.certificates import look_up_certificate
from studies.services.jobs.power_curves import look_up_power
from studies.services.team.rights import Right, StudyAccess

FORMS: dict[str, type[SectionForm]] = {
    "question": QuestionSection,
    "deck": DeckSection,
    "time": TimeSection,
    "texts": TextsSection,
    "recruiting": RecruitingSection,
}


@dataclass(frozen=True)
class Sent:
    """What somebody has just sent: forms to show instead of what is stored.

    ``elsewhere`` are the ids of fields of other sections that the page still shows
    in red: what is in them was refused before, and is not stored.
    """

    sections: dict[str, SectionForm] = field(default_factory=dict)
    arms: dict[int, ArmForm] = field(default_factory=dict)
    editors: dict[str, Editor] = field(default_factory=dict)
    amending: AmendForm | None = None
    address: AddressForm | None = None
    places: PlacesForm | None = None
    elsewhere: tuple[str, ...] = ()

    @property
    def is_wrong(self) -> bool:
        return bool(self.refused())

    def refused(self) -> list[str]:
        """What was not kept: the ids of its fields, or of its section."""
        questions = (form for editor in self.editors.values() for form in editor.forms)
        forms: Any = chain(self.sections.values(), self.arms.values(), questions)
        found = (
            form[name].auto_id if name in form.fields else f"section-{form.key}"
            for form in forms
            for name in form.errors
        )
        return [*found, *self.elsewhere]


def build_section(
    section: str, study: Study, data: Any = None, *, who: str
) -> SectionForm:
    """The form of a section; some know what ``who`` may choose from."""
    form = FORMS[section](study, data)
    if isinstance(form, DeckSection):
        form.offer(list_deck_choices(chosen=study.deck_version))
    if isinstance(form, RecruitingSection):
        form.offer(list_nameable(study, who=who))
    return form


def show_page(
    request: HttpRequest, access: StudyAccess, sent: Sent, *, status: int = 200
) -> HttpResponse:
    """All sections, and the summary beside them."""
    return show_study(
        request,
        access,
        Tab.DESIGN,
        "dashboard/design/page.html",
        page_context(access, sent) | {"join_address": _join_address(request, access)},
        status=status,
    )


def _join_address(request: HttpRequest, access: StudyAccess) -> str:
    path = reverse("pages:join", kwargs={"slug": access.study.slug})
    return request.build_absolute_uri(path)


def page_context(access: StudyAccess, sent: Sent) -> dict[str, Any]:
    """Everything the page shows of the study as it is stored now."""
    study = _read(access.study)
    may_edit = access.allows(Right.EDIT_DESIGN)
    notes = notes_of(study, report_on(study))
    forms = {key: _section(key, study, sent, access) for key in FORMS}
    return {
        "study": study,
        "forms": forms,
        "section_links": link_sections(notes, forms, sent.refused()),
        "arms": [sent.arms.get(arm.pk) or ArmForm(arm) for arm in study.arms.all()],
        "editors": [
            sent.editors.get(moment) or Editor(study, moment) for moment in HEADINGS
        ],
        "teachers": list_teachers(),
        "amending": sent.amending or AmendForm(study),
        "places": sent.places or PlacesForm(),
        "address": sent.address or AddressForm(study),
        "may_move": may_edit and may_move(study),
        "summary": summarise_design(study),
        "power": look_up_power(study=study, who=access.who, now=timezone.now()),
        "strips": draw_strips(study),
        "certificate": look_up_certificate(
            study=study, who=access.who, now=timezone.now()
        ),
        "notes": notes,
        "n_errors": sum(note.is_error for note in notes),
        "is_open": study.is_draft and may_edit,
        "may_amend": not study.is_draft and may_edit,
        "may_top_up": may_edit and study.state in ("pilot", "live", "paused"),
        "changes": study.changes.order_by("-pk")[:20],
    }


def _read(study: Study) -> Study:
    """The study as it is stored now, with all that the page asks of it."""
    related = ("deck_version__deck", "questionnaire", "questions_before")
    studies = Study.objects.select_related(*related).prefetch_related("arms")
    return studies.get(pk=study.pk)


def _section(key: str, study: Study, sent: Sent, access: StudyAccess) -> SectionForm:
    return sent.sections.get(key) or build_section(key, study, who=access.who)


def reply(
    request: HttpRequest,
    access: StudyAccess,
    sent: Sent,
    *,
    section: str,
    replaces: str = "",
) -> HttpResponse:
    """What the page takes in after saving; without JavaScript, the page itself.

    ``replaces`` names a part that is swapped as a whole, because its shape changed.
    """
    if request.headers.get("HX-Request") == "true":
        sent = replace(sent, elsewhere=_still_red(request, replaces))
        context = page_context(access, sent)
        context |= {
            "section": section,
            "replaces": replaces,
            "is_wrong": sent.is_wrong,
            "saved_at": timezone.now(),
            "reference_arm": _swapped(context["forms"]["question"]),
            "stored_deck": build_section("deck", context["study"], who=access.who),
        }
        response = render(request, "dashboard/design/saved.html", context)
        if replaces in ("arms", "texts", *HEADINGS):
            return reswap(retarget(response, f"#section-{section}"), "outerHTML")
        return response
    if sent.is_wrong:
        return show_page(request, access, sent, status=422)
    messages.success(request, "Saved.")
    return redirect(f"{design_address(access)}#section-{section}")


def _still_red(request: HttpRequest, replaces: str) -> tuple[str, ...]:
    """What the page shows in red elsewhere; with the texts the questions are new."""
    gone = ("id_before-", "id_after-") if replaces == "texts" else ()
    told = request.POST.getlist("unsaved")
    return tuple(each for each in told if not each.startswith(gone))


def _swapped(form: SectionForm) -> Any:
    """The menu of arms again, whose names may be others now."""
    field = form["reference_arm"]
    return field.as_widget(attrs={"hx-swap-oob": "true"})


def refuse(request: HttpRequest, access: StudyAccess, words: str) -> HttpResponse:
    """Something cannot be done at all: the page as it is now, which says why."""
    messages.error(request, words)
    address = design_address(access)
    if request.headers.get("HX-Request") == "true":
        return HttpResponseClientRedirect(address)
    return redirect(address)


def design_address(access: StudyAccess) -> str:
    return reverse("dashboard:design", args=[access.study.slug])


def edits_a_design(view: View) -> View:
    """For who may edit; what the design does not allow is told on the page.

    Whoever opens the address again after a fault comes to the page itself.
    """

    @wraps(view)
    def told(
        request: HttpRequest, access: StudyAccess, **names: Any
    ) -> HttpResponseBase:
        if request.method != "POST":
            return redirect(design_address(access))
        try:
            return view(request, access, **names)
        except DesignError as error:
            return refuse(request, access, error.message)

    return study_page(Right.EDIT_DESIGN)(told)
