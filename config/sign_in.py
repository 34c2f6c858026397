"""How often a password may be wrong."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest


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
