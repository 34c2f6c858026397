"""Monitor: is it going well?"""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.drawing import RangeBar, draw_completions, draw_range
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.running.forms import CloseForm, PlacesForm
from studies.errors import DesignError
from studies.models.study import ASKING, Purpose, StudyState
from studies.services.deck_use import tell_asking
from studies.services.design import amending
from studies.services.design.running import move_study
from studies.services.monitoring.alerts import find_alerts
from studies.services.monitoring.arms import ArmCounts, count_arms, tabulate
from studies.services.monitoring.completions import count_completions
from studies.services.monitoring.crowds import (
    chosen_purpose,
    list_crowds,
    own_purpose,
    people_of,
)
from studies.services.monitoring.funnel import (
    PhaseMinutes,
    build_funnel,
    measure_phases,
)
from studies.services.monitoring.journeys import Journey, read_journeys
from studies.services.monitoring.presence import find_present
from studies.services.monitoring.visits import visits_of
from studies.services.people.measures import find_excluded
from studies.services.team.rights import Right, StudyAccess

TEMPLATE = "dashboard/monitor/page.html"


@require_safe
@study_page(Right.MONITOR)
def show_monitor(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The funnel, the arms, the pace, who is there, and what needs attention."""
    return _show(request, access)


@require_safe
@study_page(Right.MONITOR)
def show_monitor_now(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The part of the page that changes, for refreshing it."""
    context = {"study": access.study, "may": _may(access), **_now(request, access)}
    return render(request, "dashboard/monitor/now.html", context)


@require_POST
@study_page(Right.RUN)
def pause_study(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    return _move(request, access, StudyState.PAUSED, "The study is paused.")


@require_POST
@study_page(Right.RUN)
def resume_study(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    return _move(request, access, StudyState.LIVE, "The study goes on.")


@require_POST
@study_page(Right.RUN)
def close_study(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    form = CloseForm(request.POST, slug=access.study.slug, prefix="close")
    if not form.is_valid():
        return _show(request, access, close_form=form)
    words = "The study is closed to newcomers. People inside may finish."
    reason = form.cleaned_data["reason"]
    return _move(request, access, StudyState.CLOSED, words, reason=reason)


@require_POST
@study_page(Right.RUN)
def add_places(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    form = PlacesForm(request.POST, prefix="places")
    if not form.is_valid():
        return _show(request, access, places_form=form)
    try:
        amending.add_places(
            study_id=access.study.pk,
            n_more=form.cleaned_data["n_more"],
            who=access.who,
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
    except DesignError as error:
        form.add_error(None, error.message)
        return _show(request, access, places_form=form)
    messages.success(request, "The places are added.")
    return redirect("dashboard:monitor", access.study.slug)


def _move(
    request: HttpRequest,
    access: StudyAccess,
    state: StudyState,
    words: str,
    *,
    reason: str = "",
) -> HttpResponse:
    try:
        move_study(
            study=access.study,
            state=state,
            who=access.who,
            now=timezone.now(),
            reason=reason,
        )
    except DesignError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, words)
    return redirect("dashboard:monitor", access.study.slug)


def _show(request: HttpRequest, access: StudyAccess, **forms: Any) -> HttpResponse:
    """The page; with the forms that were not right, if there are any."""
    study = access.study
    context = {
        "close_form": CloseForm(slug=study.slug, prefix="close"),
        "places_form": PlacesForm(prefix="places"),
        "is_asking": study.state in ASKING,
        "is_live": study.state == StudyState.LIVE,
        "is_paused": study.state == StudyState.PAUSED,
        "asking": tell_asking(study, reader=request.user) if study.is_demo else "",
        **_now(request, access),
        **forms,
    }
    status = 400 if forms else 200
    return show_study(request, access, Tab.MONITOR, TEMPLATE, context, status=status)


def _may(access: StudyAccess) -> dict[str, bool]:
    return {right.value: access.allows(right) for right in Right}


def _now(request: HttpRequest, access: StudyAccess) -> dict[str, Any]:
    study, now = access.study, timezone.now()
    purpose = chosen_purpose(study, request.GET.get("purpose", ""))
    journeys = read_journeys(people_of(study, purpose))
    by_arm = count_arms(study, purpose=purpose)
    arms = by_arm.arms
    first = journeys[0].consented_at if journeys else None
    completions = count_completions(
        [at for journey in journeys if (at := journey.completed_at)],
        since=first,
        until=now if study.state in ASKING else first or now,
        n_target=_target(arms, purpose),
    )
    return {
        "now": now,
        "purpose": purpose,
        "crowds": list_crowds(study, chosen=purpose),
        "alerts": find_alerts(study, now=now) if purpose == own_purpose(study) else [],
        "funnel": build_funnel(journeys, visits_of(study, purpose=purpose)),
        "arms": arms,
        "why_unnamed": by_arm.why_unnamed,
        "n_excluded": len(find_excluded(people_of(study, purpose))),
        "whereabouts": tabulate(arms),
        "completions": completions,
        "completions_plot": draw_completions(completions),
        "phase_minutes": _phase_minutes(journeys),
        "presence": find_present(study, purpose=purpose, now=now),
    }


def _target(arms: Sequence[ArmCounts], purpose: Purpose) -> int:
    """Simulated and practising people fill no places."""
    if purpose not in (Purpose.REAL, Purpose.PILOT):
        return 0
    return sum(arm.n_places or 0 for arm in arms)


def _phase_minutes(
    journeys: Sequence[Journey],
) -> list[tuple[PhaseMinutes, RangeBar]]:
    phases = measure_phases(journeys)
    most = max((phase.upper for phase in phases), default=0)
    return [
        (one, draw_range(one.lower, one.median, one.upper, most=most)) for one in phases
    ]
