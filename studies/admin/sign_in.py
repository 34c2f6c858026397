"""The stored rows have no door of their own: people sign in at the dashboard."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache


@never_cache
def to_sign_in(request: HttpRequest, **_: Any) -> HttpResponse:
    """Whoever is signed in and may not see the rows would be sent round in circles."""
    if request.user.is_authenticated:
        messages.info(request, "Database rows are for administrators of the site.")
        return redirect("dashboard:home")
    response = redirect("dashboard:sign_in")
    wanted = request.GET.urlencode()
    if wanted:
        response["Location"] += f"?{wanted}"
    return response


admin.site.login = to_sign_in  # type: ignore[method-assign,assignment]
