"""What every page for researchers shares."""

from collections.abc import Callable

from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponse]


def researcher_page(view: View) -> View:
    """For signed-in staff; others come to the sign-in of the admin, then back here."""
    return never_cache(staff_member_required(view))


def user_id(request: HttpRequest) -> int:
    """Who is signed in."""
    if request.user.pk is None:
        raise PermissionDenied
    return request.user.pk
