"""A server that acknowledges an answer before it is stored.

While it lives nobody notices: whoever asks for the same session waits for the answer.
What a kill takes from it must be found.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from typing import Any

from config.wsgi import application as careful

DELAY_SECONDS = 1.0
_pool = ThreadPoolExecutor(64)
_stored_soon: dict[str, Future[None]] = {}


def application(
    environ: dict[str, Any], start_response: Callable[..., Any]
) -> Iterable[bytes]:
    session = environ["PATH_INFO"].split("/sessions/")[-1].split("/")[0]
    if session in _stored_soon:
        _stored_soon.pop(session).result()
    if not environ["PATH_INFO"].endswith("/answers/"):
        return careful(environ, start_response)
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    later = {**environ, "wsgi.input": BytesIO(body)}
    _stored_soon[session] = _pool.submit(_store, later)
    start_response("200 OK", [("Content-Type", "application/json")])
    return [b"{}"]


def _store(environ: dict[str, Any]) -> None:
    time.sleep(DELAY_SECONDS)
    b"".join(careful(environ, lambda *_: None))
