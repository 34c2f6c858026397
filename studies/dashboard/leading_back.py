"""Addresses that only take forms lead back to the page that the form is on.

After a form was refused the browser shows such an address, and opens it again with a
bookmark, a reload or the way back.
"""

from collections.abc import Callable, Iterator
from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import add_never_cache_headers

_READING = ("GET", "HEAD")
# Forms that are not on the page above their own address.
_ELSEWHERE = {"import_design": "dashboard:new_study"}


class LeadBackMiddleware:
    """Answers who reads an address for forms with the nearest page above it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_refused = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        is_read = is_refused and request.method in _READING
        if is_read and request.path.startswith(reverse("dashboard:home")):
            answer = redirect(_find_page(request.path))
            add_never_cache_headers(answer)
            return answer
        return response


def _find_page(path: str) -> str:
    """What is found may be for forms too: then it leads on by itself."""
    name = resolve(path).url_name or ""
    if name in _ELSEWHERE:
        return reverse(_ELSEWHERE[name])
    return next(above for above in _list_above(path) if _is_known(above))


def _list_above(path: str) -> Iterator[str]:
    home = reverse("dashboard:home")
    while path != home:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        yield path
    yield home


def _is_known(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
