"""How often a password may be wrong, and what is said to whoever tries on."""

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse

from studies.views import errors as pages
from studies.visitors import neighbourhood

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def counted_address(request: HttpRequest) -> str | None:
    """By what wrong passwords are counted; nothing where no address is known."""
    return neighbourhood(request) or None


class SignInHandler(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts wrong passwords by name and address, and all of an address.

    Of one address more is forgiven: a laboratory may share one. Nobody can lock
    somebody else out from elsewhere, and nobody can try one name after another.
    """

    def get_failures(
        self, request: HttpRequest, credentials: dict[str, Any] | None = None
    ) -> int:
        of_name, of_address = (
            attempts.aggregate(n=Sum("failures_since_start"))["n"] or 0
            for attempts in self.get_user_attempts(request, credentials)
        )
        forgiven = settings.FAILURES_OF_AN_ADDRESS - settings.AXES_FAILURE_LIMIT
        return int(max(of_name, of_address - forgiven))

    def locked_for(
        self, request: HttpRequest, credentials: dict[str, Any] | None
    ) -> timedelta:
        """How long nobody can sign in where this request comes from."""
        limits = settings.AXES_FAILURE_LIMIT, settings.FAILURES_OF_AN_ADDRESS
        attempts = self.get_user_attempts(request, credentials)
        last = max(
            when_forgiven(
                rows.values_list("attempt_time", "failures_since_start"), limit
            )
            for rows, limit in zip(attempts, limits, strict=True)
        )
        now: datetime = request.axes_attempt_time  # type: ignore[attr-defined]
        cool_off: timedelta = get_cool_off(request)
        return max(last + cool_off - now, timedelta(0))


def when_forgiven(failures: Iterable[tuple[datetime, int]], limit: int) -> datetime:
    """The time of the last of ``failures`` that has to be forgotten.

    Each is a time and how many came until then. Without it and those before it, fewer
    than ``limit`` are left.
    """
    ordered = sorted(failures)
    left, forgiven = sum(n for _, n in ordered), LONG_AGO
    for time, n in ordered:
        if left < limit:
            break
        left, forgiven = left - n, time
    return forgiven


def say_locked_out(
    request: HttpRequest,
    response: HttpResponse,
    credentials: dict[str, Any] | None = None,
) -> HttpResponse:
    """The page for whoever was wrong too often, instead of ``response``."""
    wait = SignInHandler().locked_for(request, credentials)
    return pages.locked_out(request, seconds=math.ceil(wait.total_seconds()))
