"""What Prolific says when it does not do what it was asked."""

from typing import Any


class ProlificError(Exception):
    """A reply with a status and the shape that the service's errors have."""

    status = 400
    title = "Bad request"

    def __init__(self, detail: Any = "", *, status: int = 0) -> None:
        self.status = status or self.status
        self.detail = detail or self.title
        super().__init__(self.detail)

    def as_json(self) -> dict[str, Any]:
        told = {"status": self.status, "title": self.title, "detail": self.detail}
        return {"error": {**told, "error_code": 140_000 + self.status}}


class RefusedError(ProlificError):
    """The request is wrong: asking again changes nothing."""


class UnknownTokenError(ProlificError):
    status = 401
    title = "Authentication credentials were not provided."


class UnknownError(ProlificError):
    status = 404
    title = "Not found."


class BusyError(ProlificError):
    """Too many requests at once; nothing was done."""

    status = 429
    title = "Too many requests"


class DownError(ProlificError):
    """The service is to blame: nobody knows whether anything was done."""

    status = 500
    title = "Internal error"
