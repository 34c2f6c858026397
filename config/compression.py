"""Shorter replies, where nothing can be learned from how short they become.

Compression tells whether two texts in a reply are alike. It gives a secret away where
somebody else can have text of theirs put beside it: on the pages of those who sign in,
whose cookie every request of their browser carries. A participant's address is itself
the secret: who does not know it cannot ask for the page.
"""

import gzip
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from config.middleware import Handler

# The reply to an answer is shorter: it comes at once anyway, and there are many.
FEWEST_BYTES = 4096
# What fits into one packet cannot take fewer.
FEWEST_BYTES_OF_PICTURES = 1400
LEVEL = 6
MOST_PICTURES = 512
COMPRESSED_TYPES = ("text/html", "image/svg+xml")


class CompressionMiddleware:
    """Compresses participants' own pages, the front page and drawings."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponse) and _may_compress(request, response):
            patch_vary_headers(response, ("Accept-Encoding",))
            if "gzip" in request.headers.get("Accept-Encoding", ""):
                _compress(request, response)
        return response


def _may_compress(request: HttpRequest, response: HttpResponse) -> bool:
    fewest = FEWEST_BYTES_OF_PICTURES if _is_picture(request) else FEWEST_BYTES
    is_worth_it = len(response.content) >= fewest
    return is_worth_it and _is_harmless(request) and _is_text(response)


def _is_harmless(request: HttpRequest) -> bool:
    path = request.path_info
    return path == "/" or path.startswith("/s/") or _is_picture(request)


def _is_picture(request: HttpRequest) -> bool:
    return request.path_info.startswith("/pictures/")


def _is_text(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith(COMPRESSED_TYPES)


def _compress(request: HttpRequest, response: HttpResponse) -> None:
    compress = _compress_once if _is_picture(request) else _compress_anew
    response.content = compress(response.content)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.content))


def _compress_anew(content: bytes) -> bytes:
    return gzip.compress(content, LEVEL, mtime=0)


# Pictures never change, and a class looks at the same ones.
_compress_once = lru_cache(maxsize=MOST_PICTURES)(_compress_anew)
