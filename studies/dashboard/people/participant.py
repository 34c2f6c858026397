"""Participant: what happened, and what shall be done about it?"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.people.forms import (
    EraseForm,
    NoteForm,
    ReasonForm,
    ScreenOutForm,
    TimeForm,
)
from studies.dashboard.people.plots import SHEETS, draw_belief, draw_timeline
from studies.errors import StudyError
from studies.models import TeachingSession
from studies.services.enrolment.more_time import BEFORE_CARDS
from studies.services.people.decisions import (
    decide_exclusion,
    erase_participant,
    give_time,
    look_at_identity,
    turn_away,
    write_note,
)
from studies.services.people.dossier import (
    Dossier,
    find_participant,
    open_dossier,
)
from studies.services.people.looks import look_at_outcomes
from studies.services.team.rights import Right, StudyAccess

TEMPLATE = "dashboard/participants/participant.html"
Work = Callable[..., object]


@require_safe
@study_page(Right.SEE_PARTICIPANTS)
def show_participant(
    request: HttpRequest, access: StudyAccess, pseudonym: str
) -> HttpResponse:
    """Everything one participant did, and what was decided about them."""
    return _show(request, access, find_participant(access.study, pseudonym))


@require_POST
@study_page(Right.SEE_IDENTITIES)
def show_identity(
    request: HttpRequest, access: StudyAccess, pseudonym: str
) -> HttpResponse:
    """The page with who somebody is at their recruiter; the look is logged."""
    access.require(Right.SEE_PARTICIPANTS)
    session = find_participant(access.study, pseudonym)
    identity, arrivals = look_at_identity(
        session=session, who=access.who, now=timezone.now()
    )
    return _show(
        request,
        access,
        session,
        is_identified=True,
        identity=identity,
        assignments=arrivals,
    )


@require_POST
@study_page(Right.SEE_RESULTS)
def show_outcomes(
    request: HttpRequest, access: StudyAccess, pseudonym: str
) -> HttpResponse:
    """The page with right answers, verdicts and the arm, once; the look is logged."""
    access.require(Right.SEE_PARTICIPANTS)
    session = find_participant(access.study, pseudonym)
    look_at_outcomes(session=session, who=access.who, now=timezone.now())
    return _show(request, access, session, has_looked=True)


@require_POST
@study_page(Right.DECIDE)
def exclude(request: HttpRequest, access: StudyAccess, pseudonym: str) -> HttpResponse:
    return _decide(request, access, pseudonym, is_excluded=True)


@require_POST
@study_page(Right.DECIDE)
def include(request: HttpRequest, access: StudyAccess, pseudonym: str) -> HttpResponse:
    return _decide(request, access, pseudonym, is_excluded=False)


@require_POST
@study_page(Right.DECIDE)
def note(request: HttpRequest, access: StudyAccess, pseudonym: str) -> HttpResponse:
    form = NoteForm(request.POST)
    return _act(request, access, pseudonym, note_form=form, work=write_note)


@require_POST
@study_page(Right.DECIDE)
def grant_time(
    request: HttpRequest, access: StudyAccess, pseudonym: str
) -> HttpResponse:
    form = TimeForm(request.POST)
    return _act(request, access, pseudonym, time_form=form, work=give_time)


@require_POST
@study_page(Right.DECIDE)
def screen_out(
    request: HttpRequest, access: StudyAccess, pseudonym: str
) -> HttpResponse:
    form = ScreenOutForm(request.POST, prefix="screen")
    return _act(request, access, pseudonym, screen_form=form, work=turn_away)


@require_POST
@study_page(Right.ERASE)
def erase(request: HttpRequest, access: StudyAccess, pseudonym: str) -> HttpResponse:
    form = EraseForm(request.POST, pseudonym=pseudonym)

    def work(*, confirmation: str, **given: Any) -> None:
        erase_participant(**given)

    return _act(request, access, pseudonym, erase_form=form, work=work)


def _decide(
    request: HttpRequest, access: StudyAccess, pseudonym: str, *, is_excluded: bool
) -> HttpResponse:
    form = ReasonForm(request.POST)

    def work(**given: Any) -> None:
        decide_exclusion(is_excluded=is_excluded, **given)

    return _act(request, access, pseudonym, reason_form=form, work=work)


def _act(
    request: HttpRequest,
    access: StudyAccess,
    pseudonym: str,
    *,
    work: Work,
    **named: forms.Form,
) -> HttpResponse:
    """Do what a form asks for; with faults, the page again with what was typed."""
    session = find_participant(access.study, pseudonym)
    (form,) = named.values()
    if form.is_valid():
        try:
            work(
                session=session,
                who=access.who,
                now=timezone.now(),
                **form.cleaned_data,
            )
        except StudyError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, "Done, and written into the log.")
            return redirect("dashboard:participant", access.study.slug, pseudonym)
    return _show(request, access, session, status=400, faulty=form, **named)


def _show(
    request: HttpRequest,
    access: StudyAccess,
    session: TeachingSession,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    dossier = open_dossier(session, has_looked="has_looked" in more)
    context = {
        "dossier": dossier,
        "session": session,
        "reason_form": ReasonForm(),
        "note_form": NoteForm(),
        "time_form": TimeForm(),
        "screen_form": ScreenOutForm(prefix="screen"),
        "erase_form": EraseForm(pseudonym=dossier.pseudonym),
        "can_get_time": session.phase in BEFORE_CARDS,
        **_plots(dossier),
        **more,
    }
    return show_study(
        request, access, Tab.PARTICIPANTS, TEMPLATE, context, status=status
    )


def _plots(dossier: Dossier) -> dict[str, Any]:
    if not dossier.cards:
        return {}
    taught = [
        (card.position, card.outcome or "")
        for card in dossier.cards
        if card.position is not None
        and card.verdict
        and card.verdict.believed is not None
    ]
    timeline, belief, labels = dossier.timeline, dossier.belief, dossier.concepts
    plots: dict[str, Any] = {
        "timelines": [draw_timeline(timeline, labels, sheet) for sheet in SHEETS]
    }
    if belief and taught:
        plots["belief_plots"] = [
            draw_belief(belief, labels, taught, sheet) for sheet in SHEETS
        ]
        plots["beliefs"] = [
            (label, recall, sum(position == row for position, _ in taught))
            for row, (label, recall) in enumerate(
                zip(labels, belief.at_end, strict=True)
            )
        ]
    return plots
