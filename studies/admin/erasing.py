"""Erasing participants from a list of them, after a second question."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from studies.admin.base import ModelAdmin
from studies.models import TeachingSession
from studies.services.session.withdrawal import erase_session

Sessions = Callable[[QuerySet[Any]], Iterable[TeachingSession]]


class ErasingAdmin(ModelAdmin):
    """A list from which superusers may erase, though not otherwise change, people."""

    def has_erase_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)


def erasing(sessions_of: Sessions) -> Any:
    """An action that erases the sessions of what was chosen, once that is confirmed."""

    @admin.action(description="Erase for good", permissions=["erase"])
    def erase(
        page: ModelAdmin, request: HttpRequest, chosen: QuerySet[Any]
    ) -> HttpResponse | None:
        sessions = list(sessions_of(chosen))
        if "confirmed" not in request.POST:
            return _ask(page, request, chosen, sessions)
        for session in sessions:
            erase_session(
                session_id=session.pk,
                by=request.user.get_username(),
                now=timezone.now(),
            )
        page.message_user(request, f"{len(sessions)} erased.", messages.SUCCESS)
        return None

    return erase


def _ask(
    page: ModelAdmin,
    request: HttpRequest,
    chosen: QuerySet[Any],
    sessions: list[TeachingSession],
) -> HttpResponse:
    context = {
        **page.admin_site.each_context(request),
        "title": "Erase for good?",
        "opts": page.opts,
        "sessions": sessions,
        "chosen": chosen,
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/erase.html", context)
