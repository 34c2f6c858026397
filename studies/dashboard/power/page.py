"""The Power page, the part of it that follows the sliders, and taking a number."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.figure_files import offer_file
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.power.forms import AssumptionsForm, TakeForm, may_take
from studies.dashboard.power.plot import draw_power
from studies.errors import DesignError
from studies.models import Study
from studies.services.jobs.power_curves import PowerState, look_up_power
from studies.services.links.fees import tell_fees
from studies.services.planning.costs import list_sizes, offer_sizes
from studies.services.planning.estimates import Estimate, find_estimate
from studies.services.planning.figures import figure_of
from studies.services.planning.plans import find_obstacle, plan_of
from studies.services.planning.taking import take_size
from studies.services.results.downloads import CONTENT_TYPES, write_as
from studies.services.results.wording import list_words
from studies.services.team.rights import Right, StudyAccess
from studies.statistics.power.curve import N_STUDIES

MOST_PER_ARM = 100_000


@require_safe
@study_page(Right.SEE_DESIGN)
def show_power(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Power against participants per arm, under the assumptions in the address."""
    context = _context(request, access)
    return show_study(request, access, Tab.POWER, "dashboard/power/page.html", context)


@require_safe
@study_page(Right.SEE_DESIGN)
def show_curve(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The part of the page that asks for itself until all is computed."""
    context = {"study": access.study, **_context(request, access)}
    context["is_part"] = True
    return render(request, "dashboard/power/curve.html", context)


@require_safe
@study_page(Right.SEE_DESIGN)
def show_summary(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The power of the design as its summary tells it."""
    state = look_up_power(study=access.study, who=access.who, now=timezone.now())
    context = {"study": access.study, "power": state}
    return render(request, "dashboard/power/summary.html", context)


@require_safe
@study_page(Right.SEE_DESIGN)
def download(request: HttpRequest, access: StudyAccess, kind: str) -> HttpResponse:
    """The curve under the assumptions in the address, to print or as numbers."""
    plan, form = plan_of(access.study), AssumptionsForm.of(request.GET)
    if plan is None:
        return _back(request, access)
    estimate = find_estimate(access.study, plan, form.assumptions)
    if estimate is None:
        return _back(request, access)
    content = write_as(figure_of(access.study, estimate), kind)
    return offer_file(content, name=f"{access.study.slug}-power", kind=kind)


@require_POST
@study_page(Right.EDIT_DESIGN)
def take(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Gives the arms the number of places that was chosen."""
    size = request.POST.get("size", "")
    address = _back(request, access)
    if not size.isascii() or not size.isdigit() or int(size[:9]) > MOST_PER_ARM:
        messages.error(request, "Choose how many participants each arm shall have.")
        return address
    try:
        places = take_size(
            study=access.study, size=int(size[:9]), who=access.who, now=timezone.now()
        )
    except DesignError as error:
        messages.error(request, error.message)
        return address
    messages.success(request, f"The design now has {_tell(places)}.")
    return address


def _tell(places: list[int]) -> str:
    if len(set(places)) == 1:
        return f"{places[0]} participants per arm"
    return f"{list_words([str(n) for n in places])} participants in its arms"


def _back(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """To the page, under the assumptions that the number was taken with."""
    address = reverse("dashboard:power", args=[access.study.slug])
    return redirect(f"{address}?{_query(AssumptionsForm.of(request.GET))}")


def _context(request: HttpRequest, access: StudyAccess) -> dict[str, Any]:
    form = AssumptionsForm.of(request.GET)
    state = look_up_power(
        study=access.study,
        assumptions=form.assumptions,
        who=access.who,
        now=timezone.now(),
        at_once="moved" in request.GET,
    )
    return {
        "form": form,
        "query": _query(form),
        "power": state,
        "obstacle": find_obstacle(access.study),
        "may_take": access.allows(Right.EDIT_DESIGN) and may_take(access.study),
        **_drawn(access.study, state),
    }


def _query(form: AssumptionsForm) -> str:
    return "&".join(f"{name}={n:g}" for name, n in vars(form.assumptions).items())


def _drawn(study: Study, state: PowerState) -> dict[str, Any]:
    estimate: Estimate | None = state.estimate
    if estimate is None:
        return {}
    rows = list_sizes(study, estimate)
    return {
        "estimate": estimate,
        "rows": rows,
        "n_studies": f"{N_STUDIES:,}",
        "formats": list(CONTENT_TYPES),
        "plot": draw_power(estimate, rows),
        "fees": tell_fees(study),
        "take_form": TakeForm(
            offer_sizes(estimate),
            initial={"size": estimate.suggested or estimate.own_size},
        ),
    }
